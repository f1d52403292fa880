import { describe, expect, test } from '@jest/globals';
import { maxPlanned, type PlannedRecord } from '@ridgeline/contracts/internal';
import { OutcomeKind } from '@ridgeline/events';
import { orchestratorOfFile } from '../testing/orchestrator-of-file.ts';
import { aCreate, aCreateWithout } from '../testing/worker-under-test.ts';

const { orchestrator } = await orchestratorOfFile();

const { CREATED, FAILED, SKIPPED, UNCHANGED } = OutcomeKind;
const aRun = (type: 'contacts' | 'jobs' = 'jobs') => orchestrator.run('roofers', undefined, type);

const onto = (sourceId: string, hubspotId: string): PlannedRecord => ({
  sourceId,
  name: 'A record',
  warnings: [],
  action: 'unchanged',
  hubspotId,
});

describe('two kinds in one run', () => {
  test('When a contact and a job have equal ids, values and HubSpot ids, then neither is in the way of the other', async () => {
    const run = await aRun();
    const records = [aCreate('1', 'x@example.com'), onto('2', '77')];
    for (const [index, kind] of ['contact', 'job'].entries())
      expect(await run.worker.plan(run, index + 1, records, 1, { kind })).toEqual({ taken: [] });
    const question = [
      { sourceId: '1', key: 'x@example.com' },
      { sourceId: '3', key: 'x@example.com' },
    ];
    for (const [index, kind] of ['contact', 'job'].entries())
      expect(await run.worker.identities(run, question, kind)).toEqual([
        { sourceId: '1', hubspotId: null, keyTakenBy: null, seenInBatch: index + 1 },
        { sourceId: '3', hubspotId: null, keyTakenBy: '1', seenInBatch: null },
      ]);
    const another = await run.worker.plan(run, 3, [onto('3', '77')], 1, { kind: 'job' });
    expect(another.taken).toEqual([{ kind: 'hubspot_id', key: '77', sourceId: '3', takenBy: '2' }]);

    await run.worker.batchDone(run, 1, { '1': FAILED, '2': UNCHANGED });
    await run.worker.batchDone(run, 2, { '1': CREATED, '2': UNCHANGED });
    expect(await orchestrator.look(run.migration)).toMatchObject({
      processedCount: 2,
      createdCount: 1,
      errorCount: 0,
    });
  });

  test('When a record of one kind was linked, then one of another kind with its id is not', async () => {
    const connection = orchestrator.connection('roofers');
    const run = await orchestrator.run('roofers', connection, 'jobs');
    await run.worker.planCreates(run, 1, ['1'], 'contact');
    await run.worker.planCreates(run, 2, ['2'], 'job');
    await run.worker.planCreates(run, 3, ['1/2'], 'job_contact');
    await run.worker.batchDone(run, 1, { '1': CREATED });
    await run.worker.batchDone(run, 2, { '2': CREATED });
    await run.worker.batchDone(run, 3, { '1/2': CREATED });
    await run.worker.finish(run, 1);
    const next = await orchestrator.run('roofers', connection, 'jobs');
    const question = ['1', '2', '1/2'].map((sourceId) => ({ sourceId, key: null }));
    const linked = async (kind: string) =>
      (await next.worker.identities(next, question, kind)).map(({ hubspotId }) => hubspotId);
    expect(await linked('contact')).toEqual(['hs-1', null, null]);
    expect(await linked('job')).toEqual([null, 'hs-2', null]);
    // Associations are not records: HubSpot says whether they exist.
    expect(await linked('job_contact')).toEqual([null, null, null]);
  });

  test('When a value was deferred for one kind, then no record of another kind has its turn', async () => {
    const run = await aRun();
    const x = 'x@example.com';
    await run.worker.plan(run, 1, [aCreate('a', x), aCreateWithout('b', x)]);
    await run.worker.plan(run, 2, [aCreate('a', x)], 1, { kind: 'job' });
    await run.worker.batchDone(run, 1, { a: FAILED, b: CREATED });
    await run.worker.batchDone(run, 2, { a: CREATED });
    expect((await run.worker.openValues(run, 0, 'job')).values).toEqual([]);
    expect((await run.worker.openValues(run)).values).toMatchObject([{ sourceId: 'b', hubspotId: 'hs-b' }]);
  });

  test('When a deferred value of a kind that came along is settled, then its own counts change and those of the migration do not', async () => {
    const run = await aRun();
    const x = 'x@example.com';
    await run.worker.planCreates(run, 1, ['b'], 'job');
    await run.worker.plan(run, 2, [aCreate('a', x), aCreateWithout('b', x), aCreateWithout('c', x)]);
    await run.worker.batchDone(run, 1, { b: UNCHANGED });
    await run.worker.batchDone(run, 2, { a: FAILED, b: SKIPPED, c: SKIPPED });
    const before = await orchestrator.look(run.migration);
    const [open] = (await run.worker.openValues(run)).values;
    expect(open).toMatchObject({ sourceId: 'b', property: 'email', value: x });
    const { sourceId, hubspotId, putBack, ...deferred } = open ?? { sourceId: '', property: '', value: '' };
    expect({ hubspotId, putBack }).toEqual({ hubspotId: null, putBack: false });
    const given = { ...aCreate(sourceId), properties: { email: x }, deferred } as PlannedRecord;
    await run.worker.plan(run, 3, [given], 1, { pass: 'settle' });
    await run.worker.batchDone(run, 3, { b: CREATED });
    expect((await run.worker.openValues(run)).values).toEqual([]);
    expect(await orchestrator.look(run.migration)).toMatchObject({
      processedCount: before.processedCount,
      createdCount: 0,
      unchangedCount: 1,
      skipCount: 0,
    });
    await run.worker.finish(run, 1);
    expect((await orchestrator.look(run.migration)).reconciliation).toMatchObject({
      unchanged: 1,
      alongside: { contact: { created: 1, skipped: 1, failed: 1, skippedByReason: { some_reason: 1 } } },
    });
  });
});

describe('a plan of a kind that its migration does not plan', () => {
  test.each([
    ['contacts', 'job'],
    ['contacts', 'job_contact'],
    ['jobs', 'jobs'],
  ] as const)(
    'When a migration of %s is to plan a %s, then the plan is refused and nothing is stored',
    async (type, kind) => {
      const run = await aRun(type);
      await expect(run.worker.planCreates(run, 1, ['a'], kind)).rejects.toMatchObject({
        status: 400,
        message: `A migration of ${type} cannot plan the kind ${kind}`,
      });
      const own = type === 'jobs' ? 'job' : 'contact';
      expect(await run.worker.plan(run, 1, [aCreate('a')], 1, { kind: own })).toEqual({ taken: [] });
    },
  );
});

describe('a plan of associations', () => {
  const pairs = (count: number): PlannedRecord[] =>
    Array.from({ length: count }, (_, index) => ({
      sourceId: `${index}/${index}`,
      name: 'A record',
      warnings: [],
      action: 'create',
      properties: { type: 'primary' },
      displayName: 'The Zoë household 🏠 '.repeat(80),
    }));

  test('It holds two thousand of them, which are looked up, planned and counted in one call each', async () => {
    const run = await aRun();
    const records = pairs(maxPlanned);
    expect(JSON.stringify(records).length).toBeGreaterThan(3_000_000);
    const question = records.map(({ sourceId }) => ({ sourceId, key: null }));
    expect(await run.worker.identities(run, question, 'job_contact')).toHaveLength(maxPlanned);
    await run.worker.plan(run, 1, records, 1, { kind: 'job_contact' });
    const outcomes = Object.fromEntries(records.map(({ sourceId }) => [sourceId, CREATED]));
    await run.worker.batchDone(run, 1, outcomes);
    await run.worker.finish(run, 0);
    expect((await orchestrator.look(run.migration)).reconciliation).toMatchObject({
      source: 0,
      difference: 0,
      alongside: { job_contact: { created: maxPlanned } },
    });
  });

  test('It holds no more', async () => {
    const run = await aRun();
    const one = run.worker.plan(run, 1, pairs(maxPlanned + 1), 1, { kind: 'job_contact' });
    await expect(one).rejects.toMatchObject({ status: 400 });
  });
});
