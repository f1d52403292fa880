import { describe, expect, test } from '@jest/globals';
import { cancelMigration, type Connection } from '@ridgeline/contracts';
import type { PlannedRecord } from '@ridgeline/contracts/internal';
import { OutcomeKind } from '@ridgeline/events';
import { orchestratorOfFile } from '../testing/orchestrator-of-file.ts';
import type { Run } from '../testing/orchestrator-under-test.ts';
import { aCreate, aCreateWithout } from '../testing/worker-under-test.ts';

const { orchestrator } = await orchestratorOfFile();

const { CREATED, UPDATED, UNCHANGED, SKIPPED, FAILED } = OutcomeKind;
const x = 'x@example.com';
const aRun = (connection?: Connection) => orchestrator.run('roofers', connection);

/** `a`, `b` and `c` want the same address, in this order and in three batches; `a` may have it. */
async function threeAsk(): Promise<Run> {
  const run = await aRun();
  for (const [index, sourceId] of ['a', 'b', 'c'].entries()) {
    await run.worker.plan(run, index + 1, [sourceId === 'a' ? aCreate('a', x) : aCreateWithout(sourceId, x)]);
  }
  return run;
}

async function allDone(run: Run, [a, b, c]: [OutcomeKind, OutcomeKind, OutcomeKind]): Promise<void> {
  await run.worker.batchDone(run, 1, { a });
  await run.worker.batchDone(run, 2, { b });
  await run.worker.batchDone(run, 3, { c });
}

/** Gives an address to a record, or takes it away with an empty text. */
const move = (sourceId: string, email: string, before: string | null = null): PlannedRecord => ({
  sourceId,
  name: 'A record',
  warnings: [],
  deferred: { property: 'email', value: x, name: `Name ${sourceId}`, properties: {} },
  action: 'update',
  hubspotId: `hs-${sourceId}`,
  before: { email: before },
  after: { email },
});
const moves = (run: Run, batch: number, records: PlannedRecord[]) =>
  run.worker.plan(run, batch, records, 1, { pass: 'settle' });

const turnOf = (sourceId: string, change: object = {}) => ({
  settled: true,
  next: null,
  values: [
    {
      property: 'email',
      value: x,
      sourceId,
      name: `Name ${sourceId}`,
      properties: {},
      hubspotId: `hs-${sourceId}`,
      putBack: false,
      ...change,
    },
  ],
});
const none = { settled: true, next: null, values: [] };

describe('deferred values', () => {
  test('While a batch is not counted, it is not known whose turn it is', async () => {
    const run = await threeAsk();
    await run.worker.batchDone(run, 1, { a: FAILED });
    expect(await run.worker.openValues(run)).toEqual({ ...none, settled: false });
  });

  test('When nothing was deferred, then there is nothing once all is counted', async () => {
    const run = await aRun();
    await run.worker.planCreates(run, 1, ['a']);
    expect(await run.worker.openValues(run)).toEqual({ ...none, settled: false });
    await run.worker.batchDone(run, 1, { a: CREATED });
    expect(await run.worker.openValues(run)).toEqual(none);
  });

  test("When the first contact has the address, then it is no other contact's turn", async () => {
    const run = await threeAsk();
    await allDone(run, [UPDATED, CREATED, CREATED]);
    expect(await run.worker.openValues(run)).toEqual(none);
  });

  test("When the first contact failed, then it is the second one's turn, whatever order the batches are counted in", async () => {
    const run = await threeAsk();
    await run.worker.batchDone(run, 3, { c: CREATED });
    await run.worker.batchDone(run, 1, { a: FAILED });
    await run.worker.batchDone(run, 2, { b: CREATED });
    expect(await run.worker.openValues(run)).toEqual(turnOf('b'));
    expect(await run.worker.openValues(run)).toEqual(turnOf('b'));
  });

  test("When the second one failed too, or is refused the address, then it is the third one's turn", async () => {
    const failed = await threeAsk();
    await allDone(failed, [FAILED, FAILED, CREATED]);
    expect(await failed.worker.openValues(failed)).toEqual(turnOf('c'));

    const refused = await threeAsk();
    await allDone(refused, [FAILED, CREATED, CREATED]);
    await moves(refused, 4, [move('b', x)]);
    await refused.worker.batchDone(refused, 4, { b: FAILED });
    expect(await refused.worker.openValues(refused)).toEqual(turnOf('c'));
    expect(await orchestrator.look(refused.migration)).toMatchObject({ createdCount: 2, errorCount: 1 });
  });

  test("When one was given the address, then it is no contact's turn any more, and it still counts once", async () => {
    const run = await threeAsk();
    await allDone(run, [FAILED, UNCHANGED, CREATED]);
    await moves(run, 4, [move('b', x)]);
    expect(await run.worker.openValues(run)).toMatchObject({ settled: false });
    await Promise.all([1, 2, 3].map(() => run.worker.batchDone(run, 4, { b: UPDATED })));
    expect(await run.worker.openValues(run)).toEqual(none);
    await run.worker.finish(run, 3);
    expect(await orchestrator.look(run.migration)).toMatchObject({
      status: 'completed',
      processedCount: 3,
      createdCount: 1,
      updatedCount: 1,
      unchangedCount: 0,
      errorCount: 1,
      reconciliation: { source: 3, created: 1, updated: 1, unchanged: 0, failed: 1, difference: 0 },
    });
  });

  test('When a record was left out because it lacked the address, then it is created with it and counts as that, and is linked', async () => {
    const connection = orchestrator.connection('roofers');
    const run = await aRun(connection);
    const properties = { phone: '+15125550143 \u0000' };
    const skipped: PlannedRecord = {
      sourceId: 'b',
      name: 'Record b',
      warnings: [],
      deferred: { property: 'email', value: x, name: 'Name b', properties },
      action: 'skip',
      reason: 'nothing_to_write',
      message: 'B has nothing',
    };
    await run.worker.plan(run, 1, [aCreate('a', x), skipped]);
    await run.worker.batchDone(run, 1, { a: FAILED, b: SKIPPED });
    expect(await run.worker.openValues(run)).toEqual(turnOf('b', { properties, hubspotId: null }));
    const { deferred } = skipped;
    const given: PlannedRecord = {
      sourceId: 'b',
      name: 'Record b',
      warnings: [],
      deferred,
      action: 'create',
      properties: { email: x },
    };
    await moves(run, 2, [given]);
    await run.worker.batchDone(run, 2, { b: CREATED });
    await run.worker.finish(run, 2);
    expect(await orchestrator.look(run.migration)).toMatchObject({
      processedCount: 2,
      createdCount: 1,
      skipCount: 0,
      reconciliation: { difference: 0, skippedByReason: {} },
    });
    const next = await aRun(connection);
    const [known] = await next.worker.identities(next, [{ sourceId: 'b', key: null }]);
    expect(known).toMatchObject({ hubspotId: 'hs-b' });
  });

  test('When an address was taken away for another contact that is refused it, then it goes back', async () => {
    const run = await aRun();
    const y = 'y@example.com';
    await run.worker.plan(run, 1, [
      { ...aCreateWithout('a', y), key: y },
      { ...aCreateWithout('b', x), key: x },
    ]);
    await run.worker.batchDone(run, 1, { a: UNCHANGED, b: UNCHANGED });
    await moves(run, 2, [move('a', '', x)]);
    await run.worker.batchDone(run, 2, { a: UPDATED });
    const both = await run.worker.openValues(run);
    expect(both.values.map(({ sourceId, value }) => [sourceId, value])).toEqual([
      ['a', y],
      ['b', x],
    ]);
    await moves(run, 3, [move('b', x)]);
    await run.worker.batchDone(run, 3, { b: FAILED });
    const { values } = await run.worker.openValues(run);
    expect(values).toMatchObject([
      { sourceId: 'a', value: y, putBack: false },
      { sourceId: 'a', value: x, putBack: true },
    ]);
    await moves(run, 4, [move('a', x)]);
    await run.worker.batchDone(run, 4, { a: UPDATED });
    expect(await run.worker.openValues(run)).toEqual(none);
    expect(await orchestrator.look(run.migration)).toMatchObject({ updatedCount: 1, unchangedCount: 1 });
  });

  test('When its worker is lost, then the unfinished moves come back as such, and the old holder learns nothing more', async () => {
    const run = await threeAsk();
    await allDone(run, [FAILED, CREATED, CREATED]);
    await moves(run, 4, [move('b', x)]);
    await orchestrator.letLeaseEnd(run.migrationId);
    await orchestrator.reap();
    const worker = orchestrator.worker();
    const claim = await worker.claim(run.migrationId, 2);
    expect(claim).toMatchObject({ nextBatch: 5, plannedRecords: 3 });
    expect(claim.unfinished).toMatchObject([
      { batch: 4, kind: 'contact', pass: 'settle', records: [move('b', x)] },
    ]);
    await expect(run.worker.openValues(run)).rejects.toMatchObject({ code: 'run.lease_lost' });
    const held = { migrationId: run.migrationId, epoch: claim.epoch };
    await worker.batchDone(held, 4, { b: UPDATED });
    expect(await worker.openValues(held)).toEqual(none);
  });

  test('When an address was found in use only when it was written, then it is deferred by the amended plan', async () => {
    const run = await aRun();
    await run.worker.plan(run, 1, [aCreate('a', x), aCreate('other')]);
    await run.worker.plan(run, 1, [aCreateWithout('a', x)], 2);
    await run.worker.batchDone(run, 1, { a: CREATED, other: CREATED });
    expect(await run.worker.openValues(run)).toEqual(turnOf('a'));
  });

  test('When there are many, then they come in pages, each once', async () => {
    const run = await aRun();
    const ids = Array.from({ length: 2_450 }, (_, index) => `c-${String(index)}`);
    for (let batch = 1; batch <= 25; batch += 1) {
      const some = ids.slice((batch - 1) * 100, batch * 100);
      const records = some.map((sourceId) => aCreateWithout(sourceId, `${sourceId}@example.com`));
      await run.worker.plan(run, batch, records);
      await run.worker.batchDone(run, batch, Object.fromEntries(some.map((id) => [id, CREATED])));
    }
    const seen: string[] = [];
    let pages = 0;
    for (let after: number | null = 0; after !== null; pages += 1) {
      const page = await run.worker.openValues(run, after);
      seen.push(...page.values.map(({ sourceId }) => sourceId));
      after = page.next;
    }
    expect(pages).toBeGreaterThan(1);
    expect(seen.sort()).toEqual(ids.sort());
  });

  test('When the migration was cancelled, then no email moves any more', async () => {
    const run = await threeAsk();
    await allDone(run, [FAILED, CREATED, CREATED]);
    await orchestrator.person('roofers')(cancelMigration, { params: { id: String(run.migrationId) } });
    await expect(run.worker.openValues(run)).rejects.toMatchObject({ code: 'run.cancelled' });
    await expect(moves(run, 4, [move('b', x)])).rejects.toMatchObject({ code: 'run.cancelled' });
  });
});
