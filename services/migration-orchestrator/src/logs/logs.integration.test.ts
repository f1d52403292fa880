import { describe, expect, test } from '@jest/globals';
import { getMigrationLogs, migrationLogSchema, type Migration } from '@ridgeline/contracts';
import { LogLevel, type LogLine } from '@ridgeline/events';
import { orchestratorOfFile } from '../testing/orchestrator-of-file.ts';

const { orchestrator } = await orchestratorOfFile();

type Line = Omit<LogLine, '$typeName'>;

const aLine = (changes: Partial<Line> = {}): Line => ({
  id: crypto.randomUUID(),
  time: '2026-01-02T03:04:05.678Z',
  level: LogLevel.INFO,
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
