import { describe, expect, test } from '@jest/globals';
import {
  exportOutcomesCsv,
  exportOutcomesNdjson,
  recordOutcomeSchema,
  type Endpoint,
} from '@ridgeline/contracts';
import { LogLevel, OutcomeKind } from '@ridgeline/events';
import { orchestratorOfFile } from '../testing/orchestrator-of-file.ts';

const { database, orchestrator } = await orchestratorOfFile();

/** A run with one record of each of two outcomes, and what asks for the export of its outcomes. */
async function aRun() {
  const run = await orchestrator.run();
  await run.worker.planCreates(run, 1, ['=a', 'b']);
  await run.worker.batchDone(run, 1, { '=a': OutcomeKind.CREATED, b: OutcomeKind.FAILED });
  const line = { time: '', level: LogLevel.ERROR, contextJson: '{}' };
  const log = [
    // A name as AccuLynx may hold it.
    { ...line, id: 'record-b-failed', message: '=Bob: HubSpot refused it' },
    { ...line, id: 'record-b-invalid_email-0', message: 'Bob: not this one' },
    { ...line, id: 'record-=a-failed', message: 'A: as it came out in an earlier attempt' },
  ];
  await run.worker.report(run, { case: 'progress', value: { targetCount: 2, waitingFor: '', log } });
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
    const inPortal = 'https://app.hubspot.com/contacts/portal';
    const rows = await exported(id, exportOutcomesCsv);
    expect(rows.map((row) => row.replace(/portal-\d+/, 'portal'))).toEqual([
      '"Name","Kind","Outcome","Reason","What to do","Details","In AccuLynx","In HubSpot","Record ID","HubSpot ID","Reason code"',
      `,"contact","created",,,,"https://my.acculynx.com/contacts/%3Da/overview","${inPortal}/record/0-1/hs-%3Da","'=a","hs-=a",`,
      `"'=Bob","contact","failed","Some reason","The log says more about each of them.","'=Bob: HubSpot refused it",` +
        `"https://my.acculynx.com/contacts/b/overview","${inPortal}/objects/0-1/views/all/list?query=%3DBob","b",,"some_reason"`,
    ]);
    const lines = await exported(id, exportOutcomesNdjson, { outcome: 'failed' });
    expect(lines.map((line) => recordOutcomeSchema.parse(JSON.parse(line)))).toEqual([
      {
        sourceId: 'b',
        kind: 'contact',
        outcome: 'failed',
        hubspotId: null,
        reason: 'some_reason',
        message: '=Bob: HubSpot refused it',
      },
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
