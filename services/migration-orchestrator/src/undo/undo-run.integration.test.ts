import { describe, expect, test } from '@jest/globals';
import { undoMigration, type Connection } from '@ridgeline/contracts';
import type { PlannedRecord } from '@ridgeline/contracts/internal';
import { OutcomeKind } from '@ridgeline/events';
import { orchestratorOfFile } from '../testing/orchestrator-of-file.ts';
import type { Run } from '../testing/orchestrator-under-test.ts';
import { SweepUnderTest } from '../testing/sweep-under-test.ts';
import { aCreate, aCreateWithout, anUpdate } from '../testing/worker-under-test.ts';

const { database, orchestrator } = await orchestratorOfFile();
const sweeps = new SweepUnderTest(orchestrator);

const { CREATED, FAILED, REMOVED, SKIPPED, UNCHANGED, UPDATED } = OutcomeKind;

/** An undo of an ended run that a worker holds. */
async function undoOf({ migrationId, migration }: Run): Promise<Run> {
  const made = await orchestrator.person('roofers')(undoMigration, {
    params: { id: String(migrationId) },
    body: { dryRun: false },
  });
  const worker = orchestrator.worker();
  const { epoch, settings } = await worker.claim(made.id);
  expect(settings).toMatchObject({
    connectionId: migration.connectionId,
    follows: { migrationId, as: 'undo' },
  });
  return { migrationId: made.id, epoch, worker, migration: made };
}

const archive = (sourceId: string): PlannedRecord => ({
  sourceId,
  name: `Name ${sourceId}`,
  warnings: [],
  action: 'archive',
  hubspotId: `hs-${sourceId}`,
});
const withDigest = (record: PlannedRecord): PlannedRecord => ({ ...record, digest: '1:one' });

/** A migration that created `a`, changed `b`, linked `c`, and left `d` as it was. */
async function wrote(connection?: Connection): Promise<Run> {
  const run = await orchestrator.run('roofers', connection);
  const stamped = (id: string) => anUpdate(id, { acculynx_contact_id: null }, { acculynx_contact_id: id });
  const records = [
    aCreate('a'),
    anUpdate('b', { city: 'Reno' }, { city: 'Waco' }),
    stamped('c'),
    aCreate('d'),
  ].map(withDigest);
  await run.worker.plan(run, 1, records);
  await run.worker.batchDone(run, 1, { a: CREATED, b: UPDATED, c: UPDATED, d: UNCHANGED });
  await run.worker.finish(run, 4);
  return run;
}

const linked = async () => {
  const rows = await database.db.forSystem((tx) =>
    tx.query<{ source_id: string }>(`select source_id from links order by 1`, []),
  );
  return rows.map(({ source_id }) => source_id);
};

describe('The worker of an undo learns what was written', () => {
  test('When records failed, were skipped or left as they were, then they are not among it; the last batch comes first', async () => {
    const run = await orchestrator.run();
    for (let batch = 1; batch <= 12; batch += 1)
      await run.worker.planCreates(run, batch, [`n${batch}`, `f${batch}`, `u${batch}`]);
    for (let batch = 1; batch <= 12; batch += 1)
      await run.worker.batchDone(run, batch, {
        [`n${batch}`]: CREATED,
        [`f${batch}`]: FAILED,
        [`u${batch}`]: UNCHANGED,
      });
    await run.worker.finish(run, 36);
    const undo = await undoOf(run);
    const first = await undo.worker.written(undo);
    expect(first).toMatchObject({ total: 12, next: 3 });
    expect(first.records.map(({ plan }) => plan.sourceId)).toEqual(
      Array.from({ length: 10 }, (_, index) => `n${12 - index}`),
    );
    const last = await undo.worker.written(undo, first.next);
    expect(last).toMatchObject({
      next: null,
      records: [
        { plan: { sourceId: 'n2' }, outcome: { outcome: 'created', hubspotId: 'hs-n2' } },
        { plan: { sourceId: 'n1' } },
      ],
    });
    expect(await undo.worker.written(undo, null, 'job')).toEqual({ records: [], total: 0, next: null });
  });

  test('When a record got a value later in the run, then its plan holds both, with what was there before either', async () => {
    const run = await orchestrator.run();
    const email = 'x@example.com';
    await run.worker.plan(run, 1, [aCreate('a', email), aCreateWithout('b', email)]);
    await run.worker.plan(run, 2, [
      { ...anUpdate('c', { city: 'Reno' }, { city: 'Waco' }), deferred: aCreateWithout('c', email).deferred },
    ]);
    await run.worker.batchDone(run, 1, { a: FAILED, b: CREATED });
    await run.worker.batchDone(run, 2, { c: UPDATED });
    const given = (sourceId: string) => ({
      ...anUpdate(sourceId, { email: null }, { email }),
      deferred: { property: 'email', value: email, name: 'B', properties: {} },
    });
    await run.worker.plan(run, 3, [given('b')], 1, { pass: 'settle' });
    await run.worker.batchDone(run, 3, { b: UPDATED });
    await run.worker.finish(run, 3);
    const undo = await undoOf(run);
    expect((await undo.worker.written(undo)).records).toMatchObject([
      { plan: { sourceId: 'c', before: { city: 'Reno' }, after: { city: 'Waco' } } },
      { plan: { sourceId: 'b', action: 'create', properties: { lastname: 'b', email } } },
    ]);
  });

  test('When a run undoes nothing, or its lease is over, then it learns nothing', async () => {
    const run = await orchestrator.run();
    await expect(run.worker.written(run)).rejects.toMatchObject({ code: 'request.invalid' });
    await expect(run.worker.written({ ...run, epoch: 99 })).rejects.toMatchObject({ code: 'run.lease_lost' });
    await expect(run.worker.undone(run, ['hs-a'])).rejects.toMatchObject({ code: 'request.invalid' });
  });
});

describe('A batch of an undo is counted', () => {
  test('When records are removed or set back, then they count with success, and their links and states are forgotten', async () => {
    await database.asAdmin(`delete from links`);
    const connection = orchestrator.connection('roofers');
    const run = await wrote(connection);
    expect(await linked()).toEqual(['a', 'b', 'c', 'd']);
    const undo = await undoOf(run);
    await undo.worker.plan(undo, 1, [
      archive('a'),
      anUpdate('b', { city: 'Waco' }, { city: 'Reno' }),
      anUpdate('c', { acculynx_contact_id: 'c' }, { acculynx_contact_id: '' }),
    ]);
    await undo.worker.batchDone(undo, 1, { a: REMOVED, b: UPDATED, c: UPDATED });
    await undo.worker.finish(undo, 3);
    expect(await orchestrator.look(undo.migration)).toMatchObject({
      processedCount: 3,
      successCount: 3,
      removedCount: 1,
      updatedCount: 2,
      reconciliation: { source: 3, removed: 1, updated: 2, difference: 0 },
    });
    // According to its plan, the link of `b` is older than the run.
    expect(await linked()).toEqual(['b', 'd']);
    expect(await sweeps.states(connection)).toMatchObject([{ sourceId: 'd' }]);
  });

  test('When users had cleared our id and the migration wrote it back, then the link from before it stays', async () => {
    await database.asAdmin(`delete from links`);
    const connection = orchestrator.connection('roofers');
    const earlier = await orchestrator.run('roofers', connection);
    await earlier.worker.planCreates(earlier, 1, ['c']);
    await earlier.worker.batchDone(earlier, 1, { c: CREATED });
    await earlier.worker.finish(earlier, 1);
    const undo = await undoOf(await wrote(connection));
    await undo.worker.plan(undo, 1, [
      archive('a'),
      anUpdate('c', { acculynx_contact_id: 'c' }, { acculynx_contact_id: '' }),
    ]);
    await undo.worker.batchDone(undo, 1, { a: REMOVED, c: UPDATED });
    expect(await linked()).toEqual(['b', 'c', 'd']);
  });

  test('When records are spared, then links and states stay, and what was removed and spared is reported once it is counted', async () => {
    await database.asAdmin(`delete from links`);
    const connection = orchestrator.connection('roofers');
    const undo = await undoOf(await wrote(connection));
    const spared: PlannedRecord = {
      ...{ sourceId: 'b', name: 'B', warnings: [], action: 'skip', reason: 'changed_since' },
      ...{ message: 'changed', standIn: 'hs-b' },
    };
    await undo.worker.plan(undo, 1, [archive('a'), spared]);
    expect(await undo.worker.undone(undo, ['hs-a', 'hs-b'])).toEqual({ settled: false, records: [] });
    const outcome = (sourceId: string, kind: OutcomeKind) => ({
      sourceId,
      kind,
      hubspotId: `hs-${sourceId}`,
    });
    await undo.worker.report(undo, {
      case: 'batchDone',
      value: { batch: 1, outcomes: [outcome('a', REMOVED), outcome('b', SKIPPED)] },
    });
    expect(await linked()).toEqual(['b', 'c', 'd']);
    expect((await sweeps.states(connection)).map(({ sourceId }) => sourceId)).toEqual(['b', 'c', 'd']);
    const told = await undo.worker.undone(undo, ['hs-a', 'hs-b', 'hs-c']);
    expect(told.settled).toBe(true);
    expect(told.records.toSorted((x, y) => x.hubspotId.localeCompare(y.hubspotId))).toEqual([
      { kind: 'contact', hubspotId: 'hs-a', outcome: 'removed' },
      { kind: 'contact', hubspotId: 'hs-b', outcome: 'skipped' },
    ]);
  });

  test('When a batch is reported twice, then it is undone once', async () => {
    const undo = await undoOf(await wrote());
    await undo.worker.plan(undo, 1, [archive('a')]);
    await undo.worker.batchDone(undo, 1, { a: REMOVED });
    await undo.worker.batchDone(undo, 1, { a: REMOVED });
    expect(await orchestrator.look(undo.migration)).toMatchObject({ removedCount: 1, processedCount: 1 });
  });
});
