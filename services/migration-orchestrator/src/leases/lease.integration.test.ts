import { describe, expect, test } from '@jest/globals';
import type { Migration } from '@ridgeline/contracts';
import { cancelMigration } from '@ridgeline/contracts';
import { OutcomeKind } from '@ridgeline/events';
import { orchestratorOfFile } from '../testing/orchestrator-of-file.ts';
import type { Held, WorkerUnderTest } from '../testing/worker-under-test.ts';

const { database, orchestrator } = await orchestratorOfFile();

async function claimed(migration: Migration, attempt = 1): Promise<Held & { worker: WorkerUnderTest }> {
  const worker = orchestrator.worker();
  const { epoch } = await worker.claim(migration.id, attempt);
  return { migrationId: migration.id, epoch, worker };
}

/** The worker falls silent, and its lease is taken back. */
async function crash(migration: Migration): Promise<void> {
  await orchestrator.letLeaseEnd(migration.id);
  expect(await orchestrator.reap()).toBe(1);
}

async function attemptsOf(migration: Migration): Promise<{ epoch: number; status: string }[]> {
  return database.db.forSystem((tx) =>
    tx.query(`select epoch, status from attempts where migration_id = $1 order by epoch`, [migration.id]),
  );
}

const leaseLost = { code: 'run.lease_lost', status: 409 };

describe('renewals', () => {
  test('When a worker renews, then it learns which runs it holds, which were cancelled and which are lost', async () => {
    const migrations = [
      await orchestrator.migration(),
      await orchestrator.migration(),
      await orchestrator.migration(),
    ] as const;
    const worker = orchestrator.worker();
    const runs: Held[] = [];
    for (const { id } of migrations) runs.push({ migrationId: id, epoch: (await worker.claim(id)).epoch });
    const [held, cancelled, lost] = migrations;
    await orchestrator.person('roofers')(cancelMigration, { params: { id: String(cancelled.id) } });
    await crash(lost);

    const answer = await worker.renew(runs);
    expect(new Map(answer.runs.map(({ migrationId, state }) => [migrationId, state]))).toEqual(
      new Map([
        [held.id, 'held'],
        [cancelled.id, 'cancelled'],
        [lost.id, 'lost'],
      ]),
    );
  });

  test('A renewal moves the end of the lease', async () => {
    const migration = await orchestrator.migration();
    const run = await claimed(migration);
    const secondsLeft = async () => {
      const { left } = await database.db.forSystem((tx) =>
        tx.one<{ left: number }>(
          `select extract(epoch from lease_until - clock_timestamp())::float8 as left from leases where migration_id = $1`,
          [migration.id],
        ),
      );
      return left;
    };
    await database.asAdmin(
      `update leases set lease_until = now() + interval '1 second' where migration_id = ${migration.id}`,
    );
    await run.worker.renew([run]);
    expect(await secondsLeft()).toBeGreaterThan(4);
  });

  test('When a lease is over and was not taken away, then a late renewal holds it, and it is not taken back', async () => {
    const migration = await orchestrator.migration();
    const run = await claimed(migration);
    await orchestrator.letLeaseEnd(migration.id);
    const { runs } = await run.worker.renew([run]);
    expect(runs).toEqual([{ migrationId: migration.id, state: 'held', uncounted: 0 }]);
    expect(await orchestrator.reap()).toBe(0);
  });

  test('When a lease was taken back, then no renewal brings it back', async () => {
    const migration = await orchestrator.migration();
    const run = await claimed(migration);
    await crash(migration);
    expect((await run.worker.renew([run])).runs).toMatchObject([{ state: 'lost' }]);
    await claimed(migration, 2);
    expect((await run.worker.renew([run])).runs).toMatchObject([{ state: 'lost' }]);
  });

  test('A worker learns how many of its batches are planned and not counted yet', async () => {
    const migration = await orchestrator.migration();
    const run = await claimed(migration);
    await run.worker.planCreates(run, 1, ['a']);
    await run.worker.planCreates(run, 2, ['b']);
    expect((await run.worker.renew([run])).runs).toMatchObject([{ uncounted: 2 }]);
    await run.worker.batchDone(run, 1, { a: OutcomeKind.CREATED });
    expect((await run.worker.renew([run])).runs).toMatchObject([{ uncounted: 1 }]);
  });

  test("Another worker's renewal with the right epoch does not hold the run", async () => {
    const migration = await orchestrator.migration();
    const run = await claimed(migration);
    const { runs } = await orchestrator.worker().renew([run]);
    expect(runs).toMatchObject([{ migrationId: migration.id, state: 'lost' }]);
  });
});

describe('offers', () => {
  test('A worker learns whether migrations are open, also when its slots are all taken', async () => {
    const migration = await orchestrator.migration();
    const worker = orchestrator.worker();
    expect(await worker.renew([], 0)).toMatchObject({ offers: [], migrationsOpen: true });
    await database.asAdmin(
      `delete from leases`,
      `update migrations set status = 'cancelled', completed_at = now() where status in ('queued', 'running')`,
    );
    expect(await worker.renew([])).toMatchObject({
      runs: [],
      offers: [],
      migrationsOpen: false,
    });
    expect(migration.status).toBe('queued');
  });

  const offersOf = async (migrations: readonly Migration[], freeSlots = 1000) => {
    const { offers } = await orchestrator.worker().renew([], freeSlots);
    return offers.filter((offer) => migrations.some((migration) => migration.id === offer.migrationId));
  };
  const backdateCommand = ({ id }: Migration) =>
    database.asAdmin(`update migrations set commanded_at = now() - interval '2 seconds' where id = ${id}`);

  test('When no worker took a start command within a second, then the run is offered, and not before', async () => {
    const migration = await orchestrator.migration();
    expect(await offersOf([migration])).toEqual([]);
    await backdateCommand(migration);
    expect(await offersOf([migration])).toEqual([{ migrationId: migration.id, attempt: 1 }]);
    expect(await offersOf([migration], 0)).toEqual([]);
    await claimed(migration);
    expect(await offersOf([migration])).toEqual([]);
  });

  test('When a crashed run is not taken, then its next attempt is offered', async () => {
    const migration = await orchestrator.migration();
    await claimed(migration);
    await crash(migration);
    await backdateCommand(migration);
    expect(await offersOf([migration])).toEqual([{ migrationId: migration.id, attempt: 2 }]);
  });

  test('A migration that waits for another one of its connection is not offered', async () => {
    const connection = orchestrator.connection('roofers');
    const first = await orchestrator.migration('roofers', connection);
    const second = await orchestrator.migration('roofers', connection);
    await backdateCommand(first);
    expect(await offersOf([first, second])).toEqual([{ migrationId: first.id, attempt: 1 }]);
    await claimed(first);
    expect(await offersOf([first, second])).toEqual([]);
  });

  test('When the start of the next migration was left out by a race, then it is offered immediately', async () => {
    const migration = await orchestrator.migration();
    await database.asAdmin(`update migrations set commanded_at = null where id = ${migration.id}`);
    expect(await offersOf([migration])).toEqual([{ migrationId: migration.id, attempt: 1 }]);
  });
});

describe('a worker that falls silent', () => {
  test('When its lease ends, then the attempt is crashed and the next one is commanded', async () => {
    const migration = await orchestrator.migration();
    await claimed(migration);
    await crash(migration);
    expect(await attemptsOf(migration)).toEqual([{ epoch: 1, status: 'crashed' }]);
    expect(await orchestrator.commandedAttempts(migration.id)).toEqual([1, 2]);
    expect(await orchestrator.look(migration)).toMatchObject({ status: 'running', attempt: 2 });
    expect((await claimed(migration, 2)).epoch).toBe(2);
  });

  test('When several orchestrators look concurrently, then each lease is taken back once', async () => {
    const migration = await orchestrator.migration();
    await claimed(migration);
    await orchestrator.letLeaseEnd(migration.id);
    const reaped = await Promise.all(Array.from({ length: 4 }, () => orchestrator.reap()));
    expect(reaped.reduce((sum, count) => sum + count, 0)).toBe(1);
    expect(await orchestrator.commandedAttempts(migration.id)).toEqual([1, 2]);
  });

  test('When it wakes up again, then it can neither renew, ask, plan, report progress, end nor release', async () => {
    const migration = await orchestrator.migration();
    const zombie = await claimed(migration);
    await zombie.worker.planCreates(zombie, 1, ['a']);
    await crash(migration);
    await claimed(migration, 2);
    const before = await orchestrator.look(migration);

    expect((await zombie.worker.renew([zombie])).runs[0]?.state).toBe('lost');
    await expect(zombie.worker.identities(zombie, [])).rejects.toMatchObject(leaseLost);
    await expect(zombie.worker.planCreates(zombie, 2, ['b'])).rejects.toMatchObject(leaseLost);
    await expect(zombie.worker.release(zombie)).rejects.toMatchObject(leaseLost);
    await zombie.worker.progress(zombie, 77, 'Waiting');
    await zombie.worker.finish(zombie, 1);
    expect(await orchestrator.look(migration)).toEqual(before);
    expect(await orchestrator.metrics.metrics()).toContain('kind="finished",result="stale"} 1');
  });

  test('When its lease is over but not yet taken back, then it can still plan; once it is taken back, no more', async () => {
    const migration = await orchestrator.migration();
    const run = await claimed(migration);
    await orchestrator.letLeaseEnd(migration.id);
    await run.worker.planCreates(run, 1, ['a']);
    await crash(migration);
    await expect(run.worker.planCreates(run, 2, ['b'])).rejects.toMatchObject(leaseLost);
  });

  test('When three attempts in a row crash without a batch, then the migration fails and says why', async () => {
    const connection = orchestrator.connection('roofers');
    const migration = await orchestrator.migration('roofers', connection);
    const next = await orchestrator.migration('roofers', connection);
    for (const attempt of [1, 2, 3]) {
      await claimed(migration, attempt);
      await crash(migration);
    }
    const failed = await orchestrator.look(migration);
    expect(failed).toMatchObject({ status: 'failed', attempt: 3, reconciliation: { difference: 0 } });
    expect(failed.failureMessage).toContain('3 workers in a row');
    expect(await orchestrator.commandedAttempts(migration.id)).toEqual([1, 2, 3]);
    expect(await orchestrator.commandedAttempts(next.id)).toEqual([1]);
  });

  test('When a batch is done in between, then crashes are counted from the start', async () => {
    const migration = await orchestrator.migration();
    for (const attempt of [1, 2]) {
      await claimed(migration, attempt);
      await crash(migration);
    }
    const run = await claimed(migration, 3);
    await run.worker.planCreates(run, 1, ['a']);
    await run.worker.batchDone(run, 1, { a: OutcomeKind.CREATED });
    await crash(migration);
    expect(await orchestrator.look(migration)).toMatchObject({
      status: 'running',
      attempt: 4,
      createdCount: 1,
    });
  });
});

describe('a worker that stops', () => {
  test('When it releases its run, then the next attempt is commanded immediately and nothing counts as a crash', async () => {
    const migration = await orchestrator.migration();
    const run = await claimed(migration);
    await run.worker.release(run);
    expect(await attemptsOf(migration)).toEqual([{ epoch: 1, status: 'completed' }]);
    expect(await orchestrator.commandedAttempts(migration.id)).toEqual([1, 2]);
    expect((await claimed(migration, 2)).epoch).toBe(2);
  });

  test('When its last batch is reported after the release, then it counts and is not done again', async () => {
    const migration = await orchestrator.migration();
    const run = await claimed(migration);
    await run.worker.planCreates(run, 1, ['a']);
    await run.worker.release(run);
    await run.worker.batchDone(run, 1, { a: OutcomeKind.CREATED });
    const resumed = await orchestrator.worker().claim(migration.id, 2);
    expect(resumed).toMatchObject({ nextBatch: 2, plannedRecords: 1, unfinished: [] });
    expect(await orchestrator.look(migration)).toMatchObject({ createdCount: 1 });
  });

  test('When it releases, then it can plan no more', async () => {
    const migration = await orchestrator.migration();
    const run = await claimed(migration);
    await run.worker.release(run);
    await expect(run.worker.planCreates(run, 1, ['a'])).rejects.toMatchObject(leaseLost);
    await expect(run.worker.release(run)).rejects.toMatchObject(leaseLost);
  });
});
