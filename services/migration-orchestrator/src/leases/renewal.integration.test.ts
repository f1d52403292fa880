import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { cancelMigration, getMigrationLogs } from '@ridgeline/contracts';
import { openDatabase, type Database } from '@ridgeline/postgres';
import { OutcomeKind } from '@ridgeline/events';
import { testDatabase, type TestDatabase } from '@ridgeline/testkit/integration';
import { endLease, fenceRun } from '../migration-state/lease-row.postgres.ts';
import { lockMigration } from '../migration-state/migration-row.postgres.ts';
import { migrationGuard } from '../plans/plan-guard.ts';
import { storePlan } from '../plans/plan-store.postgres.ts';
import { startOrchestrator, type OrchestratorUnderTest } from '../testing/orchestrator-under-test.ts';
import { untilWaiting } from '../testing/until-waiting.ts';
import { aCreate } from '../testing/worker-under-test.ts';

let database: TestDatabase;
let people: Database;
let orchestrator: OrchestratorUnderTest;

beforeAll(async () => {
  database = await testDatabase('migration');
  people = openDatabase({ url: database.url, applicationName: 'test of people', max: 2 });
  orchestrator = await startOrchestrator(database.db, { pools: { people } });
});

afterAll(async () => {
  await orchestrator[Symbol.asyncDispose]();
  await people.close();
  await database[Symbol.asyncDispose]();
});

/** Keeps a transaction open with what it locked, while something else is done. */
async function meanwhile<T>(
  db: Database,
  lock: Parameters<Database['forSystem']>[0],
  work: () => Promise<T>,
): Promise<T> {
  const locked = Promise.withResolvers<undefined>();
  const finished = Promise.withResolvers<undefined>();
  const holding = db.forSystem(async (tx) => {
    await lock(tx);
    locked.resolve(undefined);
    await finished.promise;
  });
  await Promise.race([locked.promise, holding]);
  try {
    return await work();
  } finally {
    finished.resolve(undefined);
    await holding;
  }
}

describe('what a renewal does not wait for', () => {
  test('While a plan of the run is being stored, and a report of it counted, its lease is renewed', async () => {
    const run = await orchestrator.run();
    const answer = await meanwhile(
      database.db,
      async (tx) => {
        await fenceRun(tx, run, 'write');
        await lockMigration(tx, run.migrationId);
      },
      () => run.worker.renew([run]),
    );
    expect(answer.runs).toMatchObject([{ state: 'held' }]);
  });

  test("While another run of the same worker is just being ended, this one's lease is renewed, and of that one is said to ask again", async () => {
    const [ending, going] = [await orchestrator.run(), await orchestrator.run()];
    const answer = await meanwhile(
      database.db,
      (tx) => endLease(tx, ending.migrationId),
      () => going.worker.renew([going]),
    );
    expect(answer.runs).toMatchObject([{ state: 'held' }]);

    const both = await orchestrator.run();
    const worker = both.worker;
    const second = await orchestrator.migration();
    const { epoch } = await worker.claim(second.id);
    const other = { migrationId: second.id, epoch };
    const { runs } = await meanwhile(
      database.db,
      (tx) => endLease(tx, second.id),
      () => worker.renew([both, other]),
    );
    expect(new Map(runs.map(({ migrationId, state }) => [migrationId, state]))).toEqual(
      new Map([
        [both.migrationId, 'held'],
        [second.id, 'busy'],
      ]),
    );
    expect((await worker.renew([both, other])).runs).toContainEqual(
      expect.objectContaining({ migrationId: second.id, state: 'lost' }),
    );
  });

  test('When people read so much that their pool is used up, then renewals, claims, plans and reports go on', async () => {
    const run = await orchestrator.run();
    const next = await orchestrator.migration();
    const logs = () =>
      orchestrator.person('roofers')(getMigrationLogs, { params: { id: String(run.migrationId) } });
    const slow: Promise<unknown>[] = [];
    await meanwhile(
      people,
      () => Promise.resolve(),
      () =>
        meanwhile(
          people,
          () => Promise.resolve(),
          async () => {
            for (let reader = 0; reader < 10; reader += 1) slow.push(logs());
            expect((await run.worker.renew([run])).runs).toMatchObject([{ state: 'held' }]);
            expect(await orchestrator.worker().claim(next.id)).toMatchObject({ epoch: 1 });
            expect(await run.worker.identities(run, [{ sourceId: 'a', key: null }])).toHaveLength(1);
            await run.worker.planCreates(run, 1, ['a']);
            expect((await run.worker.batchDone(run, 1, {})).verdict).toBe('done');
            await run.worker.release(run);
          },
        ),
    );
    for (const read of await Promise.all(slow)) expect(read).not.toHaveLength(0);
  });
});

describe("what a worker knows of the database's time", () => {
  test('When a run is claimed and its lease renewed, then each answer carries the moment by the database', async () => {
    const now = () =>
      database.db
        .forSystem((tx) => tx.one<{ at: Date }>(`select clock_timestamp() as at`))
        .then(({ at }) => at);
    const before = await now();
    const { id } = await orchestrator.migration();
    const worker = orchestrator.worker();
    const { epoch, claimedAt = '' } = await worker.claim(id);
    const between = await now();
    const { renewedAt = '' } = await worker.renew([{ migrationId: id, epoch }]);
    const moments = [before, claimedAt, between, renewedAt, await now()].map((at) => new Date(at).getTime());
    expect(moments).not.toContain(Number.NaN);
    expect(moments).toEqual(moments.toSorted((a, b) => a - b));
  });
});

describe('a cancel beside a plan', () => {
  test('A plan that is being stored is waited for before a cancel is acknowledged, and none is stored after it', async () => {
    const run = await orchestrator.run();
    const [fenced, mayStore] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()];
    const plan = database.db.forSystem(async (tx) => {
      const writable = await fenceRun(tx, run, 'write');
      fenced.resolve(undefined);
      await mayStore.promise;
      const ofContacts = { kind: 'contact', pass: 'records' } as const;
      const plan = { ...ofContacts, batch: 1, revision: 1, cursor: null, records: [aCreate('a')] };
      const readAt = writable.started_at;
      const guard = migrationGuard(tx, writable, readAt);
      await storePlan(tx, writable, { epoch: run.epoch, plan, readAt, guard });
    });
    await fenced.promise;
    const params = { id: String(run.migrationId) };
    const cancel = orchestrator.person('roofers')(cancelMigration, { params });
    await untilWaiting(database, 1);
    mayStore.resolve(undefined);
    await plan;
    expect(await cancel).toMatchObject({ status: 'cancelled' });
    await expect(run.worker.planCreates(run, 2, ['b'])).rejects.toMatchObject({ code: 'run.cancelled' });
    expect((await run.worker.batchDone(run, 1, { a: OutcomeKind.CREATED })).verdict).toBe('done');
    expect(await orchestrator.look(run.migration)).toMatchObject({ createdCount: 1 });
  });
});
