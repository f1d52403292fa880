import { describe, expect, test } from '@jest/globals';
import { AppError, createLogger } from '@ridgeline/kit';
import type { Database } from '@ridgeline/postgres';
import { eventually } from '@ridgeline/testkit/integration';
import { orchestratorOfFile } from '../testing/orchestrator-of-file.ts';
import { ReaperGrace } from './reaper-grace.ts';
import { startLeaseReaper } from './lease-reaper.ts';

const { database, orchestrator } = await orchestratorOfFile();
const logger = createLogger({ service: 'test', level: 'silent' });

/** The test's database behind a connection that can be cut; counts the reaper's queries that succeeded. */
function cuttable(db: Database) {
  const way = { open: true, answered: 0, refused: 0 };
  const forSystem: Database['forSystem'] = async (work) => {
    if (!way.open) {
      way.refused += 1;
      throw new AppError('server.unavailable');
    }
    const answer = await db.forSystem(work);
    way.answered += 1;
    return answer;
  };
  return { way, db: { ...db, forSystem } };
}

async function crashesOf(migrationId: number): Promise<number> {
  const { count } = await database.db.forSystem((tx) =>
    tx.one<{ count: number }>(
      `select count(*)::integer from attempts where migration_id = $1 and status = 'crashed'`,
      [migrationId],
    ),
  );
  return count;
}

describe('taking back leases', () => {
  test('When the orchestrator was unavailable for longer than a lease, then a worker that renews at its return has not crashed', async () => {
    const [alive, lost] = [await orchestrator.run(), await orchestrator.run()];
    const { way, db } = cuttable(database.db);
    let reaped = 0;
    // A short lease for the reaper: it checks about every half second.
    const onReaped = (leases: readonly unknown[]) => (reaped += leases.length);
    await using reaper = startLeaseReaper({
      ...{ db, logger, onReaped, leaseMs: 1_000 },
      grace: new ReaperGrace(1_000),
    });
    expect(reaper).toBeDefined();
    const answers = (more: number) => {
      const from = way.answered;
      return eventually(() => expect(way.answered).toBeGreaterThanOrEqual(from + more), {
        what: 'the reaper to look again',
      });
    };
    // The reaper's initial grace period has passed.
    await answers(4);
    way.open = false;
    await eventually(() => expect(way.refused).toBeGreaterThanOrEqual(5), { what: 'refused looks' });
    for (const run of [alive, lost]) await orchestrator.letLeaseEnd(run.migrationId);
    way.open = true;
    await answers(1);

    expect((await alive.worker.renew([alive])).runs).toMatchObject([{ state: 'held' }]);
    await eventually(() => expect(reaped).toBe(1), { what: 'the lease of the silent worker to end' });
    expect(await crashesOf(alive.migrationId)).toBe(0);
    expect(await crashesOf(lost.migrationId)).toBe(1);
    await alive.worker.release(alive);
  });

  test('When one lease cannot be taken back, then the others still are', async () => {
    const stuck = await orchestrator.run();
    const others = [await orchestrator.run(), await orchestrator.run()];
    await database.asAdmin(
      `create function refuse() returns trigger language plpgsql as $$ begin raise 'stuck'; end $$`,
      `create trigger refuse before update on attempts for each row
         when (old.migration_id = ${stuck.migrationId}) execute function refuse()`,
    );
    for (const run of [stuck, ...others]) await orchestrator.letLeaseEnd(run.migrationId);
    expect(await orchestrator.reap()).toBe(2);
    for (const run of others) expect(await crashesOf(run.migrationId)).toBe(1);
    await database.asAdmin(`drop trigger refuse on attempts`);
    expect(await orchestrator.reap()).toBe(1);
  });

  test('When workers are lost while a run waits for a vendor, then the migration does not fail for it, and the end of their wait is not told any more', async () => {
    let run = await orchestrator.run();
    const end = new Date(Date.now() + 3_600_000).toISOString();
    for (let lost = 0; lost < 5; lost += 1) {
      await run.worker.progress(run, 100, 'Waiting for AccuLynx, which does not answer', end);
      expect(await orchestrator.look(run.migration)).toMatchObject({ waitingUntil: end });
      await orchestrator.letLeaseEnd(run.migrationId);
      expect(await orchestrator.reap()).toBe(1);
      expect(await orchestrator.look(run.migration)).toMatchObject({ waitingUntil: null });
      run = await orchestrator.nextAttempt(run);
    }
    expect(await orchestrator.look(run.migration)).toMatchObject({ status: 'running', attempt: 6 });
  });

  test('When every attempt plans a batch more before it is lost, then that is progress, and the migration continues', async () => {
    let run = await orchestrator.run();
    for (let batch = 1; batch <= 5; batch += 1) {
      await run.worker.planCreates(run, batch, [`record-${batch}`]);
      await orchestrator.letLeaseEnd(run.migrationId);
      await orchestrator.reap();
      run = await orchestrator.nextAttempt(run);
    }
    expect(await orchestrator.look(run.migration)).toMatchObject({ status: 'running', attempt: 6 });
  });
});
