import { describe, expect, test } from '@jest/globals';
import {
  exportOutcomesCsv,
  exportOutcomesNdjson,
  recordOutcomeSchema,
  type Endpoint,
} from '@ridgeline/contracts';
import { LogLevel, OutcomeKind } from '@ridgeline/events';
import { orchestratorOfFile } from '../testing/orchestrator-of-file.ts';
import type { Run } from '../testing/orchestrator-under-test.ts';
import { aCreateWithout } from '../testing/worker-under-test.ts';

const { database, orchestrator } = await orchestratorOfFile();

/** A run with one record of each of two outcomes. */
async function aRun(facts: Parameters<Run['worker']['batchDone']>[3] = {}) {
  const run = await orchestrator.run();
  await run.worker.planCreates(run, 1, ['=a', 'b']);
  await run.worker.batchDone(run, 1, { '=a': OutcomeKind.CREATED, b: OutcomeKind.FAILED }, facts);
  return run;
}

/** How HubSpot's rejection of Bob is reported; his name is as AccuLynx may hold it. */
const refused = {
  '=a': { name: 'Ann: Roof' },
  b: {
    name: '=Bob: 2',
    message: 'HubSpot does not accept the value (city)',
    detail: 'Waco was not\u0000 valid',
    field: 'city',
  },
};

async function exported(id: number, endpoint: Endpoint, query = {}): Promise<string[]> {
  const answer = await orchestrator.download('roofers', endpoint, { params: { id: String(id) }, query });
  expect(answer.status).toBe(200);
  return (await answer.text()).split('\n').filter((line) => line !== '');
}

describe('export of outcomes', () => {
  test('Each record comes with its outcome, safe against formulas', async () => {
    const { migrationId: id } = await aRun({ facts: refused });
    const inPortal = 'https://app.hubspot.com/contacts/portal';
    const rows = await exported(id, exportOutcomesCsv);
    expect(rows.map((row) => row.replace(/portal-\d+/, 'portal'))).toEqual([
      '"Name","Kind","Outcome","Reason","What to do","Details","Field","Vendor answer","In AccuLynx","In HubSpot","Record ID","HubSpot ID","Reason code"',
      `"Ann: Roof","contact","created",,,,,,"https://my.acculynx.com/contacts/%3Da/overview","${inPortal}/record/0-1/hs-%3Da","'=a","hs-=a",`,
      `"'=Bob: 2","contact","failed","Some reason","The log says more about each of them.",` +
        `"HubSpot does not accept the value (city)","city","Waco was not valid",` +
        `"https://my.acculynx.com/contacts/b/overview","${inPortal}/objects/0-1/views/all/list?query=%3DBob%3A%202","b",,"some_reason"`,
    ]);
    const lines = await exported(id, exportOutcomesNdjson, { outcome: 'failed' });
    expect(lines.map((line) => recordOutcomeSchema.parse(JSON.parse(line)))).toEqual([
      {
        sourceId: 'b',
        kind: 'contact',
        outcome: 'failed',
        hubspotId: null,
        reason: 'some_reason',
        ...refused.b,
        detail: 'Waco was not valid',
      },
    ]);
    expect(await exported(id, exportOutcomesNdjson, { reason: 'some_reason', record: '=a' })).toEqual([]);
    expect(await exported(id, exportOutcomesNdjson, { kind: 'contact', record: '=a' })).toHaveLength(1);
  });

  test('When a worker of the release before reports, then it counts, and what its log says of a failed record is the message', async () => {
    const unnamed = { '=a': { name: '' }, b: { name: '' } };
    const run = await aRun({ facts: unnamed });
    const line = { time: '', level: LogLevel.ERROR, contextJson: '{}' };
    const log = [
      { ...line, id: 'record-b-failed', message: 'Bob: HubSpot refused it' },
      { ...line, id: 'record-b-invalid_email-0', message: 'Bob: not this one' },
      { ...line, id: 'record-=a-failed', message: 'A: as it came out in an earlier attempt' },
    ];
    await run.worker.report(run, { case: 'progress', value: { targetCount: 2, waitingFor: '', log } });
    expect(await orchestrator.look(run.migration)).toMatchObject({ createdCount: 1, errorCount: 1 });
    const lines = await exported(run.migrationId, exportOutcomesNdjson);
    expect(lines.map((text) => recordOutcomeSchema.parse(JSON.parse(text)))).toMatchObject([
      { sourceId: '=a', name: null, message: null },
      { sourceId: 'b', name: null, message: 'Bob: HubSpot refused it', detail: null, field: null },
    ]);
  });

  test('When the outcome names its record, then nothing is looked for in the log', async () => {
    const run = await aRun();
    const log = [
      { id: 'record-b-failed', time: '', level: LogLevel.ERROR, message: 'Other', contextJson: '{}' },
    ];
    await run.worker.report(run, { case: 'progress', value: { targetCount: 2, waitingFor: '', log } });
    const [line = ''] = await exported(run.migrationId, exportOutcomesNdjson, { outcome: 'failed' });
    expect(JSON.parse(line)).toMatchObject({ name: 'Name b', message: null });
  });

  test('When a record that was left out is written in the end, then it keeps its name, and no reason is left', async () => {
    const run = await orchestrator.run();
    const records = [aCreateWithout('a', 'a@b.com'), aCreateWithout('former', 'f@b.com')];
    await run.worker.plan(run, 1, records);
    const skipped = { message: 'no name', detail: 'said', field: 'email' };
    const facts = { a: { ...skipped, name: 'Ann' }, former: { name: '' } };
    await run.worker.batchDone(run, 1, { a: OutcomeKind.SKIPPED, former: OutcomeKind.SKIPPED }, { facts });
    const given = records.map((record) => ({
      ...record,
      properties: { email: record.deferred?.value ?? '' },
    }));
    await run.worker.plan(run, 2, given, 1, { pass: 'settle' });
    const settled = { a: { name: 'Another' }, former: { name: 'Fay' } };
    await run.worker.batchDone(
      run,
      2,
      { a: OutcomeKind.CREATED, former: OutcomeKind.CREATED },
      { facts: settled },
    );
    const lines = await exported(run.migrationId, exportOutcomesNdjson);
    const none = { outcome: 'created', reason: null, message: null, detail: null, field: null };
    expect(lines.map((text) => JSON.parse(text) as unknown)).toMatchObject([
      { ...none, sourceId: 'a', name: 'Ann' },
      // The run had no outcomes before.
      { ...none, sourceId: 'former', name: 'Fay' },
    ]);
  });

  test('There is no cap, and a record of two kinds at the edge of a page comes twice', async () => {
    const { migrationId: id } = await aRun();
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

  test('When another company asks, then the migration is not found', async () => {
    const params = { id: String((await aRun()).migrationId) };
    for (const endpoint of [exportOutcomesCsv, exportOutcomesNdjson])
      expect((await orchestrator.download('others', endpoint, { params })).status).toBe(404);
  });
});
