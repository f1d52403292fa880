import { describe, expect, test } from '@jest/globals';
import {
  exportLogsCsv,
  exportLogsNdjson,
  exportOutcomesCsv,
  exportOutcomesNdjson,
  getMigrationLogs,
} from '@ridgeline/contracts';
import { LogLevel } from '@ridgeline/events';
import type { Database } from '@ridgeline/postgres';
import { eventually, testDatabase } from '@ridgeline/testkit/integration';
import { orchestratorOfFile } from '../testing/orchestrator-of-file.ts';
import { startOrchestrator } from '../testing/orchestrator-under-test.ts';
import { measured } from '../testing/measured-database.ts';
import { storeLogs } from '../testing/stored-logs.ts';

const { database, orchestrator } = await orchestratorOfFile();
const paramsOf = (id: number) => ({ id: String(id) });

describe('export of a log', () => {
  test('All lines come, in the order of the page, past every limit of a page', async () => {
    const { id } = await orchestrator.migration();
    await storeLogs(database, id, 12_345);
    const answer = await orchestrator.download('roofers', exportLogsNdjson, { params: paramsOf(id) });
    expect(answer.headers.get('content-type')).toContain('application/x-ndjson');
    expect(answer.headers.get('content-disposition')).toContain(`migration-${id}-logs.ndjson`);
    const lines = (await answer.text()).trimEnd().split('\n');
    expect(lines).toHaveLength(12_345);
    const page = await orchestrator.person('roofers')(getMigrationLogs, {
      params: paramsOf(id),
      query: { limit: 3 },
    });
    expect(lines.slice(0, 3).map((line) => JSON.parse(line) as unknown)).toEqual(page);
    expect(new Set(lines).size).toBe(12_345);

    const csvAnswer = await orchestrator.download('roofers', exportLogsCsv, { params: paramsOf(id) });
    // The byte order mark must be visible.
    const csv = new TextDecoder('utf-8', { ignoreBOM: true }).decode(await csvAnswer.arrayBuffer());
    const rows = csv.trimEnd().split('\n');
    expect(rows).toHaveLength(12_346);
    expect(rows.slice(0, 2)).toEqual([
      '\ufeff"Time (UTC)","Level","Record ID","Message","Context"',
      '"2026-01-01T23:59:59.000Z","info","record-1","Line 1","{""sourceId"":""record-1""}"',
    ]);
  });

  test('When files are downloaded, then the audit trail names them, with the user who took them; those of others leave no line', async () => {
    const { id } = await orchestrator.migration();
    for (const endpoint of [exportLogsCsv, exportLogsNdjson, exportOutcomesCsv, exportOutcomesNdjson])
      await (await orchestrator.download('roofers', endpoint, { params: paramsOf(id) })).text();
    await (await orchestrator.download('others', exportLogsCsv, { params: paramsOf(id) })).text();
    const files = ['logs.csv', 'logs.ndjson', 'outcomes.csv', 'outcomes.ndjson'].map(
      (file) => `migration-${id}-${file}`,
    );
    const named = (await orchestrator.deeds()).filter(({ detail }) => files.includes(detail));
    expect(named).toMatchObject(
      files.map((detail) => ({ action: 'migration-exported', companyId: 'roofers', detail })),
    );
  });

  test('Filters hold for exports, also when a page ends exactly at its limit', async () => {
    const { id } = await orchestrator.migration();
    await storeLogs(database, id, 10_000);
    const query = { level: 'error' };
    const answer = await orchestrator.download('roofers', exportLogsNdjson, { params: paramsOf(id), query });
    expect((await answer.text()).trimEnd().split('\n')).toHaveLength(1_000);
  });

  test('What a spreadsheet would take for a formula is none, and odd characters survive', async () => {
    const run = await orchestrator.run();
    const line = {
      id: 'l',
      time: '2026-01-02T03:04:05.678Z',
      level: LogLevel.INFO,
      name: '',
      message: '=HYPERLINK("http://x")',
      contextJson: '{"sourceId":"@sum","odd":"\\u0000 🏠"}',
    };
    const value = { targetCount: 1, waitingFor: '', log: [line] };
    await run.worker.report(run, { case: 'progress', value });
    const params = paramsOf(run.migrationId);
    const csv = await (await orchestrator.download('roofers', exportLogsCsv, { params })).text();
    expect(csv).toContain(
      `"info","'@sum","'=HYPERLINK(""http://x"")","{""sourceId"":""@sum"",""odd"":""\\u0000 🏠""}"`,
    );
  });

  test('When a line is about a record, then a table has its name before the message, and NDJSON has both', async () => {
    const run = await orchestrator.run();
    const line = {
      ...{ id: 'l', time: '2026-01-02T03:04:05.678Z', level: LogLevel.WARNING },
      ...{ name: 'Ann Roe', message: 'no email', contextJson: '{"sourceId":"a"}' },
    };
    const value = { targetCount: 1, waitingFor: '', log: [line] };
    await run.worker.report(run, { case: 'progress', value });
    const params = paramsOf(run.migrationId);
    // As displayed on the page.
    const query = { search: 'roe: no' };
    const csv = await orchestrator.download('roofers', exportLogsCsv, { params, query });
    expect(await csv.text()).toContain(`"warning","a","Ann Roe: no email","{""sourceId"":""a""}"`);
    const ndjson = await orchestrator.download('roofers', exportLogsNdjson, { params, query });
    expect(JSON.parse(await ndjson.text())).toMatchObject({ name: 'Ann Roe', message: 'no email' });
  });

  test('A later page costs what the first does: no page looks through the lines of those before it', async () => {
    await using own = await testDatabase('migration');
    // `measured` makes Postgres count the blocks read after each transaction.
    await using service = await startOrchestrator(measured(own.db).db);
    const { id } = await service.migration();
    await storeLogs(own, id, 50_000);
    await own.asAdmin(`vacuum analyze logs`);
    const blocksRead = () =>
      own.db.forSystem((tx) =>
        tx.one<{ blocks: number }>(
          `select sum(idx_blks_hit + idx_blks_read)::integer as blocks, pg_stat_force_next_flush()
           from pg_statio_user_indexes where relname like 'logs_from_%'`,
        ),
      );
    for (const endpoint of [exportLogsCsv, exportLogsNdjson]) {
      const { blocks: before } = await blocksRead();
      const answer = await service.download('roofers', endpoint, { params: paramsOf(id) });
      expect((await answer.text()).match(/Line \d+/g)).toHaveLength(50_000);
      const { blocks } = await blocksRead();
      // Each of the 50 pages descends the index once and reads its own entries; all entries take about 500 blocks.
      expect(blocks - before).toBeLessThan(2_000);
    }
  });

  test('When another company asks, then the migration is not found', async () => {
    const { id } = await orchestrator.migration('roofers');
    for (const endpoint of [exportLogsCsv, exportLogsNdjson]) {
      const answer = await orchestrator.download('others', endpoint, { params: paramsOf(id) });
      expect([answer.status, await answer.json()]).toMatchObject([404, { code: 'migration.not_found' }]);
    }
  });

  test('When the client leaves, then no more is read from the database', async () => {
    await using own = await testDatabase('migration');
    let asked = 0;
    const forCompany: Database['forCompany'] = (companyId, work) => {
      asked += 1;
      return own.db.forCompany(companyId, work);
    };
    await using service = await startOrchestrator(own.db, { pools: { people: { ...own.db, forCompany } } });
    const { id } = await service.migration();
    await storeLogs(own, id, 100_000);
    const untilStill = (): Promise<void> => {
      let before = -1;
      const still = (): void => {
        const earlier = before;
        before = asked;
        expect(asked).toBe(earlier);
      };
      return eventually(still, { what: 'the service to stop reading' });
    };
    for (const endpoint of [exportLogsCsv, exportLogsNdjson]) {
      asked = 0;
      const leave = new AbortController();
      const init = { signal: leave.signal };
      const answer = await service.download('roofers', endpoint, { params: paramsOf(id) }, init);
      const reader = answer.body?.getReader();
      await reader?.read();
      // The client stops reading: the service fills the buffers in between, and waits.
      await untilStill();
      expect(asked).toBeLessThan(90);
      leave.abort();
      await untilStill();
      expect(asked).toBeLessThan(95);
    }
  }, 60_000);
});
