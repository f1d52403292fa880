import { describe, expect, test } from '@jest/globals';
import {
  exportOutcomesCsv,
  exportOutcomesNdjson,
  recordOutcomeSchema,
  type Endpoint,
} from '@ridgeline/contracts';
import { OutcomeKind } from '@ridgeline/events';
import { orchestratorOfFile } from '../testing/orchestrator-of-file.ts';

const { database, orchestrator } = await orchestratorOfFile();

/** A run with one record of each of two outcomes, and what asks for the export of its outcomes. */
async function aRun() {
  const run = await orchestrator.run();
  await run.worker.planCreates(run, 1, ['=a', 'b']);
  await run.worker.batchDone(run, 1, { '=a': OutcomeKind.CREATED, b: OutcomeKind.FAILED });
  return run.migrationId;
}

async function exported(id: number, endpoint: Endpoint, query = {}): Promise<string[]> {
  const answer = await orchestrator.download('roofers', endpoint, { params: { id: String(id) }, query });
  expect(answer.status).toBe(200);
  return (await answer.text()).split('\n').filter((line) => line !== '');
}

describe('export of outcomes', () => {
  test('Each record comes with what became of it, safe against formulas', async () => {
    const id = await aRun();
    expect(await exported(id, exportOutcomesCsv)).toEqual([
      '"Record ID","Kind","Outcome","HubSpot ID","Reason"',
      `"'=a","contact","created","hs-=a",`,
      '"b","contact","failed",,"some_reason"',
    ]);
    const lines = await exported(id, exportOutcomesNdjson, { outcome: 'failed' });
    expect(lines.map((line) => recordOutcomeSchema.parse(JSON.parse(line)))).toEqual([
      { sourceId: 'b', kind: 'contact', outcome: 'failed', hubspotId: null, reason: 'some_reason' },
    ]);
    expect(await exported(id, exportOutcomesNdjson, { reason: 'some_reason', record: '=a' })).toEqual([]);
    expect(await exported(id, exportOutcomesNdjson, { kind: 'contact', record: '=a' })).toHaveLength(1);
  });

  test('There is no cap, and a record of two kinds at the edge of a page comes twice', async () => {
    const id = await aRun();
    await database.asAdmin(
      `insert into outcomes (migration_id, source_id, company_id, batch, kind, outcome)
       select ${id}, 'x' || n, 'roofers', 2, kind, 'unchanged'
       from generate_series(1, 6000) n, unnest(array['contact', 'job']) kind`,
      // With three single records before the pairs, a page ends between the two of a pair.
      `insert into outcomes (migration_id, source_id, company_id, batch, kind, outcome)
       values (${id}, 'c', 'roofers', 2, 'contact', 'unchanged')`,
    );
    const lines = await exported(id, exportOutcomesNdjson);
    expect(lines).toHaveLength(12_003);
    expect(new Set(lines).size).toBe(12_003);
    expect(await exported(id, exportOutcomesCsv)).toHaveLength(12_004);
  });

  test('Another company is told that there is no such migration', async () => {
    const params = { id: String(await aRun()) };
    for (const endpoint of [exportOutcomesCsv, exportOutcomesNdjson])
      expect((await orchestrator.download('others', endpoint, { params })).status).toBe(404);
  });
});
