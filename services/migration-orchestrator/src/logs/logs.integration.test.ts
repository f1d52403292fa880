import { describe, expect, test } from '@jest/globals';
import {
  exportLogsCsv,
  exportLogsNdjson,
  getMigrationLogs,
  migrationLogSchema,
  type CallInput,
  type Migration,
} from '@ridgeline/contracts';
import { LogLevel, type LogLine } from '@ridgeline/events';
import { orchestratorOfFile } from '../testing/orchestrator-of-file.ts';
import { storeLogs } from '../testing/stored-logs.ts';

const { database, orchestrator } = await orchestratorOfFile();

type Line = Omit<LogLine, '$typeName'>;

const aLine = (changes: Partial<Line> = {}): Line => ({
  id: crypto.randomUUID(),
  time: '2026-01-02T03:04:05.678Z',
  level: LogLevel.INFO,
  name: '',
  message: 'Something happened',
  contextJson: '{}',
  ...changes,
});

/** A run whose worker has written these lines. */
async function logged(...reports: Line[][]): Promise<Migration> {
  const migration = await orchestrator.migration();
  const worker = orchestrator.worker();
  const { epoch } = await worker.claim(migration.id);
  for (const log of reports) {
    const value = { targetCount: 1, waitingFor: '', log };
    await worker.report({ migrationId: migration.id, epoch }, { case: 'progress', value });
  }
  return migration;
}

const logsOf = ({ id }: Migration, limit?: number) =>
  orchestrator.person('roofers')(getMigrationLogs, {
    params: { id: String(id) },
    query: limit === undefined ? {} : { limit },
  });

describe('the log of a migration', () => {
  test('Lines come newest first, as the contract has them, and no more than asked for', async () => {
    const early = aLine({ time: '2030-01-01T00:00:00.000Z', message: 'early' });
    const late = aLine({ time: '2030-01-01T00:00:01.000Z', message: 'late', level: LogLevel.WARNING });
    const migration = await logged([late], [early]);
    const lines = await logsOf(migration);
    expect(lines.map((line) => migrationLogSchema.parse(line))).toEqual(lines);
    expect(lines.map((line) => line.message)).toEqual(['late', 'early', 'Started']);
    expect(lines[0]).toMatchObject({ migrationId: migration.id, level: 'warning', timestamp: late.time });
    expect(await logsOf(migration, 1)).toHaveLength(1);
  });

  test('When a line is about a record, then its name is a field of its own, and others have none', async () => {
    const lines = await logsOf(
      await logged([aLine({ name: 'Zoë: "Roof" \u0000', message: 'no email' }), aLine()]),
    );
    expect(lines.map((line) => migrationLogSchema.parse(line))).toEqual(lines);
    expect(lines.filter(({ name }) => name !== undefined)).toMatchObject([
      { name: 'Zoë: "Roof" ', message: 'no email' },
    ]);
  });

  test('When a report is repeated, then its lines stand there once', async () => {
    const line = aLine();
    const lines = await logsOf(await logged([line], [line, aLine()]));
    expect(lines).toHaveLength(3);
  });

  test('Odd characters, a broken context and a broken time lose no line', async () => {
    const context = { name: 'Zoë 🏠 \u0000 \ud800', nested: [{ quote: `"'\\` }] };
    const odd = aLine({ message: 'NUL \u0000 and O\'Brien "?" 🏠', contextJson: JSON.stringify(context) });
    const broken = aLine({ time: 'yesterday', contextJson: '{"a":', message: 'broken' });
    const array = aLine({ contextJson: '[1]', message: 'array' });
    const lines = await logsOf(await logged([odd, broken, array]));
    const byMessage = new Map(lines.map((line) => [line.message, line]));
    expect(byMessage.get('NUL  and O\'Brien "?" 🏠')?.context).toEqual(context);
    expect(byMessage.get('broken')?.context).toEqual({});
    expect(byMessage.get('array')?.context).toEqual({});
  });

  test('When the limit is out of range, then the request is refused', async () => {
    const migration = await logged([]);
    await expect(logsOf(migration, 10_001)).rejects.toMatchObject({ status: 400 });
    await expect(logsOf(migration, 0)).rejects.toMatchObject({ status: 400 });
  });
});

type LogQuery = NonNullable<CallInput<typeof getMigrationLogs>['query']>;

describe('looking for lines of a log', () => {
  const messages = async ({ id }: Migration, query: LogQuery) => {
    const lines = await orchestrator.person('roofers')(getMigrationLogs, {
      params: { id: String(id) },
      query,
    });
    return lines.map(({ message }) => message);
  };

  test('Search, level and record are looked for by the server, and combine', async () => {
    const migration = await logged([
      aLine({ message: 'Zoë was copied', contextJson: '{"sourceId":"rec-1"}' }),
      aLine({ message: '100% of "it" \\ done', level: LogLevel.ERROR, contextJson: '{"sourceId":"rec-12"}' }),
      aLine({
        message: 'odd',
        contextJson: JSON.stringify({ odd: '\u0000', said: 'a "Quote"', sourceId: 'rec-2' }),
      }),
      aLine({ name: 'Ann Roe', message: 'no email' }),
    ]);
    expect(await messages(migration, { search: 'zoë WAS' })).toEqual(['Zoë was copied']);
    expect(await messages(migration, { search: '100%' })).toEqual(['100% of "it" \\ done']);
    expect(await messages(migration, { search: 'o_e' })).toEqual([]);
    expect(await messages(migration, { search: 'a "quote"' })).toEqual(['odd']);
    expect(await messages(migration, { search: 'rec-1' })).toHaveLength(2);
    expect(await messages(migration, { record: 'rec-1' })).toEqual(['Zoë was copied']);
    expect(await messages(migration, { record: 'rec-2', level: 'info' })).toEqual(['odd']);
    expect(await messages(migration, { level: 'error', search: 'zoë' })).toEqual([]);
    expect(await messages(migration, { search: 'a\u0000b' })).toEqual([]);
    expect(await messages(migration, { search: 'ann ROE: no' })).toEqual(['no email']);
    expect(await messages(migration, { search: '' })).toHaveLength(5);
  });

  test('The cursor continues after the last line of the previous page, also among lines of the same moment', async () => {
    const migration = await logged(Array.from({ length: 5 }, (_, n) => aLine({ message: `same ${n}` })));
    const seen: string[] = [];
    let cursor: string | undefined;
    for (let page = 0; page < 3; page += 1) {
      const query = { limit: 2, ...(cursor === undefined ? {} : { cursor }) };
      const lines = await orchestrator.person('roofers')(getMigrationLogs, {
        params: { id: String(migration.id) },
        query,
      });
      seen.push(...lines.map(({ message }) => message));
      cursor = String(lines.at(-1)?.id);
    }
    expect(seen).toEqual(await messages(migration, {}));
    expect(new Set(seen).size).toBe(6);
    for (const cursor of ['x', '9007199254740992', '99999999999999999'])
      await expect(messages(migration, { cursor })).rejects.toMatchObject({ status: 400 });
    expect(await messages(migration, { cursor: String(Number.MAX_SAFE_INTEGER) })).toEqual([]);
  });

  test('When all companies together have more lines than an integer counts, then pages and files of a log are as before', async () => {
    const former = await orchestrator.migration();
    await storeLogs(database, former.id, 3);
    await database.asAdmin(`alter table logs alter column id restart with 5000000000`);
    const migration = await orchestrator.migration();
    await storeLogs(database, migration.id, 2_500);
    const [first, second, third] = await orchestrator.person('roofers')(getMigrationLogs, {
      params: { id: String(migration.id) },
      query: { limit: 3 },
    });
    expect(first).toMatchObject({ id: 5_000_000_000, message: 'Line 1' });
    expect(migrationLogSchema.parse(second)).toEqual(second);
    expect(await messages(migration, { limit: 1, cursor: String(second?.id) })).toEqual([third?.message]);
    for (const call of [exportLogsNdjson, exportLogsCsv]) {
      const answer = await orchestrator.download('roofers', call, { params: { id: String(migration.id) } });
      expect(new Set((await answer.text()).match(/Line \d+/g))).toHaveProperty('size', 2_500);
    }
  });
});

describe('the size of an answer', () => {
  test('Ten thousand lines come packed in the way that the client takes, and plain to one that takes none', async () => {
    const migration = await orchestrator.migration();
    await storeLogs(database, migration.id, 10_000);
    const params = { id: String(migration.id) };
    const ask = async (encoding: string) =>
      orchestrator.download(
        'roofers',
        getMigrationLogs,
        { params, query: { limit: 10_000 } },
        {
          headers: { 'accept-encoding': encoding },
        },
      );
    const plain = await ask('identity');
    expect(plain.headers.get('content-encoding')).toBeNull();
    const lines = (await plain.json()) as unknown[];
    expect(lines).toHaveLength(10_000);
    for (const [accepted, chosen] of [
      ['gzip, deflate', 'gzip'],
      ['gzip, deflate, br', 'br'],
    ] as const) {
      const packed = await ask(accepted);
      expect(packed.headers.get('content-encoding')).toBe(chosen);
      expect(packed.headers.get('vary')?.toLowerCase()).toContain('accept-encoding');
      expect(await packed.json()).toEqual(lines);
    }
    expect((await ask('gzip, deflate, br, zstd')).headers.get('content-encoding')).toBe('br');
  });
});
