import { describe, expect, test } from '@jest/globals';
import {
  exportRecordsCsv,
  exportRecordsNdjson,
  listRecordChanges,
  recordChangesSchema,
  type RecordFilter,
} from '@ridgeline/contracts';
import type { PlannedRecord } from '@ridgeline/contracts/internal';
import { OutcomeKind } from '@ridgeline/events';
import { orchestratorOfFile } from '../testing/orchestrator-of-file.ts';
import type { Run } from '../testing/orchestrator-under-test.ts';
import { aCreate, aCreateWithout, anUpdate } from '../testing/worker-under-test.ts';

const { orchestrator } = await orchestratorOfFile();
const roofers = orchestrator.person('roofers');

const { CREATED, UPDATED, UNCHANGED, SKIPPED, FAILED } = OutcomeKind;

const page = ({ migrationId }: Pick<Run, 'migrationId'>, query: RecordFilter & { after?: string } = {}) =>
  roofers(listRecordChanges, { params: { id: String(migrationId) }, query });

const idsOf = async (run: Run, query: RecordFilter = {}): Promise<string[]> =>
  (await page(run, query)).records.map(({ sourceId }) => sourceId);

const warning = { code: 'email_shared', message: 'another contact has it' } as const;

/** A run whose records cover every outcome. */
async function everyWay(): Promise<Run> {
  const run = await orchestrator.run();
  const refused: PlannedRecord = {
    ...{ sourceId: 'f', name: 'Name f', warnings: [], action: 'create' },
    properties: { lastname: 'F', city: 'Nowhere' },
  };
  await run.worker.plan(run, 1, [
    { ...aCreate('c', 'Ann@Example.com'), warnings: [warning] },
    anUpdate('u', { city: null, phone: '1' }, { city: 'Waco', phone: '' }),
    { sourceId: 'n', name: 'Name n', warnings: [], action: 'unchanged', hubspotId: 'hs-n' },
  ]);
  await run.worker.plan(run, 2, [
    refused,
    { sourceId: 's', name: 'Name s', warnings: [], action: 'skip', reason: 'no_email', message: 'none' },
  ]);
  const first = { c: CREATED, u: UPDATED, n: UNCHANGED };
  await run.worker.batchDone(run, 1, first, { warnings: { c: [warning.code] } });
  const facts = { f: { message: 'HubSpot does not accept the value', field: 'city' } };
  await run.worker.batchDone(run, 2, { f: FAILED, s: SKIPPED }, { facts });
  return run;
}

describe('The records of a migration', () => {
  test('When they are listed, then each has its outcome and its values before and after, in the order of the run', async () => {
    const { records, next } = await page(await everyWay());
    expect(next).toBeNull();
    expect(records.map(({ sourceId, outcome }) => `${sourceId} ${outcome}`)).toEqual([
      'c created',
      'n unchanged',
      'u updated',
      'f failed',
      's skipped',
    ]);
    const [created, unchanged, updated, failed] = records;
    expect(created).toMatchObject({
      changes: [{ property: 'lastname', label: 'Last Name', before: null, after: 'c' }],
      warnings: [warning],
    });
    expect(unchanged?.changes).toEqual([]);
    expect(updated).toMatchObject({
      hubspotId: 'hs-u',
      changes: [
        { property: 'city', label: 'City', before: null, after: 'Waco' },
        { property: 'phone', label: 'Phone Number', before: '1', after: '' },
      ],
    });
    expect(failed).toMatchObject({
      field: 'city',
      changes: [{ property: 'lastname' }, { property: 'city', after: 'Nowhere' }],
    });
  });

  test('When they are filtered, then all filters must fit, and a warning is a reason too', async () => {
    const run = await everyWay();
    const other = await orchestrator.run();
    await other.worker.planCreates(other, 1, ['c', 'u']);
    await other.worker.batchDone(other, 1, { c: FAILED, u: FAILED });
    expect(await idsOf(run, { outcome: 'failed' })).toEqual(['f']);
    expect(await idsOf(run, { reason: 'some_reason' })).toEqual(['f', 's']);
    expect(await idsOf(run, { reason: 'some_reason', outcome: 'skipped' })).toEqual(['s']);
    expect(await idsOf(run, { reason: 'email_shared' })).toEqual(['c']);
    expect(await idsOf(run, { kind: 'job' })).toEqual([]);
    expect(await idsOf(run, { outcome: 'created', search: 'name u' })).toEqual([]);
  });

  test.each([
    ['a part of the name', 'ME U', ['u']],
    ['a part of the email', 'nn@exam', ['c']],
    ['the id in AccuLynx', 'F', ['f']],
    ['the id in HubSpot', 'HS-n', ['n']],
    ['what none has', 'nothing like it', []],
    ['what the database reads as a pattern', '%', []],
    ['a character that no text holds', '\u0000', ['c', 'n', 'u', 'f', 's']],
  ])('When one searches by %s, then it is found in any case', async (_, search, ids) => {
    expect(await idsOf(await everyWay(), { search })).toEqual(ids);
  });

  test('When an email that a record was planned without is searched for, then the record is found', async () => {
    const run = await orchestrator.run();
    await run.worker.plan(run, 1, [aCreateWithout('d', 'shared@example.com'), aCreate('e')]);
    await run.worker.batchDone(run, 1, { d: CREATED, e: CREATED });
    expect(await idsOf(run, { search: 'Shared@' })).toEqual(['d']);
  });

  test('When a record was given its email later, then the change is its own, and no warning says that it lacks it', async () => {
    const run = await orchestrator.run();
    const without: PlannedRecord = { ...aCreateWithout('d', 'd@example.com'), warnings: [warning] };
    await run.worker.plan(run, 1, [without, aCreate('e')]);
    const warnings = { d: [warning.code] };
    await run.worker.batchDone(run, 1, { d: CREATED, e: CREATED }, { warnings });
    const gives: PlannedRecord = {
      ...anUpdate('d', { email: null }, { email: 'd@example.com' }),
      deferred: { property: 'email', value: 'd@example.com', name: 'Name d', properties: {} },
    };
    await run.worker.plan(run, 2, [gives], 1, { pass: 'settle' });
    await run.worker.batchDone(run, 2, { d: UPDATED });
    const [record] = (await page(run)).records;
    expect(record).toMatchObject({ sourceId: 'd', outcome: 'created', warnings: [] });
    expect(record?.changes.map(({ property, after }) => `${property} ${after}`)).toEqual([
      'lastname d',
      'email d@example.com',
    ]);
    expect(await idsOf(run, { reason: 'email_shared' })).toEqual([]);
  });

  test.each<[what: string, filter: RecordFilter]>([
    ['all', {}],
    ['those that fit', { outcome: 'created' }],
  ])('When %s are read page by page, also during the run, then each comes once', async (_, filter) => {
    const run = await orchestrator.run();
    const ids = Array.from({ length: 120 }, (_one, index) => `c-${String(index).padStart(3, '0')}`);
    for (let batch = 1; batch <= 13; batch += 1) {
      const some = ids.slice((batch - 1) * 10, batch * 10);
      const records = some.length > 0 ? some : ['late'];
      await run.worker.planCreates(run, batch, records);
      if (batch < 13)
        await run.worker.batchDone(run, batch, Object.fromEntries(records.map((id) => [id, CREATED])));
    }
    const seen: string[][] = [];
    let after: string | undefined;
    do {
      const answer = await page(run, { ...filter, ...(after === undefined ? {} : { after }) });
      seen.push(answer.records.map(({ sourceId }) => sourceId));
      after = answer.next ?? undefined;
    } while (after !== undefined);
    expect(seen.map((some) => some.length)).toEqual([50, 50, 20]);
    expect(seen.flat()).toEqual(ids);
  });

  test('When the next page is none of this list, or the migration is not theirs, then it is refused', async () => {
    const run = await everyWay();
    for (const after of ['x', '1.', `1.\u0000`])
      await expect(page(run, { after })).rejects.toMatchObject({ status: 400, code: 'request.invalid' });
    const params = { id: String(run.migrationId) };
    const foreign = orchestrator.person('others')(listRecordChanges, { params });
    await expect(foreign).rejects.toMatchObject({ status: 404, code: 'migration.not_found' });
    for (const endpoint of [exportRecordsCsv, exportRecordsNdjson])
      expect((await orchestrator.download('others', endpoint, { params })).status).toBe(404);
  });
});

describe('The export of records', () => {
  const download = async (
    run: Run,
    endpoint: typeof exportRecordsCsv,
    query: RecordFilter = {},
  ): Promise<string[]> => {
    const answer = await orchestrator.download('roofers', endpoint, {
      params: { id: String(run.migrationId) },
      query,
    });
    expect(answer.status).toBe(200);
    return (await answer.text()).trimEnd().split('\n');
  };

  test('When it is a table, then each value has a line, and a dry run says what would be', async () => {
    const run = await everyWay();
    const [head, ...lines] = await download(run, exportRecordsCsv);
    expect(head).toContain('"Reason code","Warnings","Property","HubSpot property","Before","After"');
    expect(lines.map((line) => line.split(',').slice(-5).join())).toEqual([
      '"another contact has it","Last Name","lastname",,"c"',
      ',,,,',
      ',"City","city",,"Waco"',
      ',"Phone Number","phone","1",',
      ',"Last Name","lastname",,"F"',
      ',"City","city",,"Nowhere"',
      ',,,,',
    ]);
    const dry = await orchestrator.run('roofers', undefined, 'contacts', { dryRun: true });
    await dry.worker.planCreates(dry, 1, ['a']);
    await dry.worker.batchDone(dry, 1, { a: CREATED }, { foreseen: true });
    expect((await download(dry, exportRecordsCsv))[1]).toContain('"Name a","contact","would be created"');
  });

  test('When it is a line of JSON for each, then these are what the list answers, all of them, and it is audited', async () => {
    const run = await orchestrator.run();
    const ids = Array.from({ length: 1_100 }, (_, index) => `c-${String(index).padStart(4, '0')}`);
    for (let batch = 1; batch <= 11; batch += 1) {
      const some = ids.slice((batch - 1) * 100, batch * 100);
      await run.worker.planCreates(run, batch, some);
      await run.worker.batchDone(run, batch, Object.fromEntries(some.map((id) => [id, CREATED])));
    }
    const { records } = await page(run);
    for (const filter of [{}, { outcome: 'created' }] as const) {
      const lines = (await download(run, exportRecordsNdjson, filter)).map((line) =>
        recordChangesSchema.parse(JSON.parse(line)),
      );
      expect(lines.map(({ sourceId }) => sourceId)).toEqual(ids);
      expect(lines.slice(0, 50)).toEqual(records);
    }
    expect((await orchestrator.deeds()).at(-1)).toMatchObject({
      action: 'migration-exported',
      detail: `migration-${String(run.migrationId)}-records.ndjson`,
    });
  });
});
