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
 *         └─ lease_until has passed ─> over: a late renewal makes it held again; only the reaper ends it
 *   over  ── this pass, and the grace is over ─> its row is gone, the run has left its worker (run-handover.ts)
 *
 * One pass:
 *  1. look: read the database's time, the expired leases, and when the next one ends
 *  2. grace: after an interruption of the reaper itself, workers' silence does not count for one lease (reaper-grace.ts)
 *  3. reap: end each expired lease, in a transaction that locks the migration, then the lease, and checks it again
 *  4. overdue: end closings that no worker took, and mark stalled runs (overdue-runs.ts)
 *  5. sleep: to the next end, half a lease at most; 0.5 s after a pass that reaped or failed
 */

/** Reads the state of all leases. */
export function lookAtLeases(db: Database): Promise<LeaseLook> {
  return db.forSystem(readLeases);
}

/** Creates the counter of leases taken from lost workers. */
export function countLostLeases(registry: Registry): (leases: readonly LostLease[]) => void {
  const lost = counter(registry, leaseDefinitions.leasesLost);
  return (leases) => {
    for (const { again } of leases) lost.inc({ again: again ? 'yes' : 'no' });
  };
}

/** Further work in the transaction that takes a lease back. */
type Alongside = (tx: Tx, migrationId: number) => Promise<void>;

/**
 * Takes back the expired leases that were found, unless they were renewed since then, and returns them. Each has a
 * transaction of its own, so that no transaction holds two companies' sequences, and a failure blocks no other lease; several
 * orchestrators may run this concurrently.
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

/** A lease is considered expired shortly after its end. */
const afterEndMs = 10;
const retryMs = 500;

/**
 * Reaps whenever a lease may have ended, until disposed. It sleeps until the first lease ends, but never longer than half a
 * lease while any is held, so that it notices when it was suspended itself.
 */
export function startLeaseReaper(options: {
  readonly db: Database;
  readonly leaseMs: number;
  readonly grace: ReaperGrace;
  readonly logger: Logger;
  readonly onReaped: (leases: readonly LostLease[]) => void;
  /** Called after each check at which workers' silence counts: ends leases of other types. */
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
    // After a gap, workers first get the time to take runs that wait to be closed.
    if (untilReaping <= 0) {
      await endOverdueClosings(db, logger);
      await noticeStalledRuns(db, logger);
      await alsoReap?.();
    }
    const untilEnd = (look.nextEnd ?? Infinity) - look.now + afterEndMs;
    // Leases that could not be taken back are retried soon, but not immediately.
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
