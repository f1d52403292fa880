import { pause, retry, retryEvery, type Logger } from '@ridgeline/kit';
import { counter, measureJob, type Registry } from '@ridgeline/kit/metrics';
import type { Database, Tx } from '@ridgeline/postgres';
import { orchestratorJobs } from '../metric-definitions.ts';
import { lockMigration } from '../migration-state/migration-row.postgres.ts';
import { lockLeaseThatIsOver, readLeases, type LeaseLook } from './lease-store.postgres.ts';
import { endOverdueClosings, noticeStalledRuns } from './overdue-runs.ts';
import type { ReaperGrace } from './reaper-grace.ts';
import { reclaimRun, type LostLease } from './run-handover.ts';
import { leaseDefinitions } from '../metric-definitions.ts';

/*
 * The reaper ends leases whose workers fell silent. A lease is
 *
 *   held  ── renewed in time ─> held
 *         └─ lease_until has passed ─> over: renewed late it is held again; only the reaper ends it
 *   over  ── this pass, and the grace is over ─> its row is gone, the run has left its worker (run-handover.ts)
 *
 * One pass:
 *  1. look: the database's time, the leases that are over, when the next one ends
 *  2. grace: after a gap of the reaper's own, nothing is held against workers for one lease (reaper-grace.ts)
 *  3. reap: each lease that is over, in a transaction that locks migration, then lease, and asks again
 *  4. what else has waited too long: closings that no worker took, runs that stalled (overdue-runs.ts)
 *  5. sleep: to the next end, half a lease at most; 0.5 s after a pass that reaped or failed
 */

/** Looks at the leases. */
export function lookAtLeases(db: Database): Promise<LeaseLook> {
  return db.forSystem(readLeases);
}

/** Makes the counter of leases that were taken from lost workers. */
export function countLostLeases(registry: Registry): (leases: readonly LostLease[]) => void {
  const lost = counter(registry, leaseDefinitions.leasesLost);
  return (leases) => {
    for (const { again } of leases) lost.inc({ again: again ? 'yes' : 'no' });
  };
}

/** What else happens in the transaction that takes a lease back. */
type Alongside = (tx: Tx, migrationId: number) => Promise<void>;

/**
 * Takes back the leases that a look found over, unless they were renewed since then, and answers which. Each
 * in a transaction of its own, so that no transaction holds two companies' sequences, and one that fails blocks no other;
 * several orchestrators may do this concurrently.
 */
export async function reapLeases(
  db: Database,
  logger: Logger,
  { over }: Pick<LeaseLook, 'over'>,
  alongside?: Alongside,
): Promise<readonly LostLease[]> {
  const reaped: LostLease[] = [];
  for (const id of over) {
    try {
      const lost = await db.forSystem((tx) => reap(tx, id, alongside));
      if (lost) reaped.push(lost);
    } catch (error) {
      logger.warn(
        { err: error, migrationId: id },
        'A lease that is over could not be taken back; trying again',
      );
    }
  }
  return reaped;
}

async function reap(tx: Tx, id: number, alongside?: Alongside): Promise<LostLease | undefined> {
  const migration = await lockMigration(tx, id);
  if (!(await lockLeaseThatIsOver(tx, id)) || !migration) return undefined;
  const lost = await reclaimRun(tx, migration);
  await alongside?.(tx, id);
  return lost;
}

/** A lease counts as over just after its end. */
const afterEndMs = 10;
const retryMs = 500;

/**
 * Reaps whenever a lease may have ended, until disposed. It sleeps until the first lease ends and never longer than half
 * a lease while any is held, so that it knows when it stood still itself.
 */
export function startLeaseReaper(options: {
  readonly db: Database;
  readonly leaseMs: number;
  readonly grace: ReaperGrace;
  readonly logger: Logger;
  readonly onReaped: (leases: readonly LostLease[]) => void;
  /** Called with each look after which silence may be held against workers: ends leases of another kind. */
  readonly alsoReap?: () => Promise<void>;
  readonly metrics?: Registry;
}): AsyncDisposable {
  const { db, leaseMs, grace, logger, onReaped, alsoReap, metrics } = options;
  const round = measureJob(metrics, orchestratorJobs.leaseReaping);
  const stop = new AbortController();

  /** One look and what follows from it; answers how long to sleep. */
  const pass = async (): Promise<number> => {
    const look = await lookAtLeases(db);
    const untilReaping = grace.untilReaping(look.now);
    const reaps = untilReaping <= 0 && look.over.length > 0;
    if (reaps) onReaped(await reapLeases(db, logger, look));
    // After a gap workers first get the time to take what waits to be closed.
    if (untilReaping <= 0) {
      await endOverdueClosings(db, logger);
      await noticeStalledRuns(db, logger);
      await alsoReap?.();
    }
    const untilEnd = (look.nextEnd ?? Infinity) - look.now + afterEndMs;
    // What could not be taken back is tried again soon, but not immediately.
    const untilNext = reaps ? Math.min(retryMs, untilEnd) : Math.max(untilReaping, untilEnd);
    const sleep = Math.min(leaseMs / 2, untilNext);
    grace.nextLookAt(look.now + sleep);
    return sleep;
  };
  const run = async (): Promise<never> => {
    for (;;) {
      const sleep = await retry(retryEvery(retryMs), () => round(pass), {
        signal: stop.signal,
        onWait: ({ error }) => logger.warn({ err: error }, 'Leases could not be checked; trying again'),
      });
      await pause(sleep, stop.signal);
    }
  };
  const running = run().catch((error: unknown) => {
    if (!stop.signal.aborted) throw error;
  });
  return {
    async [Symbol.asyncDispose]() {
      stop.abort();
      await running;
    },
  };
}
