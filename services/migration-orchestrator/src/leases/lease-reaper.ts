import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from '@ridgeline/kit';
import { measureJob, type Registry } from '@ridgeline/kit/metrics';
import type { Database, Tx } from '@ridgeline/postgres';
import { orchestratorJobs } from '../metric-definitions.ts';
import { lockMigration } from '../migration-state/migration-row.postgres.ts';
import type { JudgingGrace } from './judging-grace.ts';
import { lockLeaseThatIsOver, readLeases, type LeaseLook } from './lease-store.postgres.ts';
import { takeFromLostWorker, type LostLease } from './lost-run.ts';
import { endOverdueClosings } from './overdue-closings.ts';
import { noticeStalledRuns } from './stalled-runs.ts';

/** Looks at the leases. */
export function lookAtLeases(db: Database): Promise<LeaseLook> {
  return db.forSystem(readLeases);
}

/** What else happens in the transaction that takes a lease back. */
type Alongside = (tx: Tx, migrationId: number) => Promise<void>;

/**
 * Takes back the leases that a look found over, unless they were renewed meanwhile, and answers which. Each
 * in a transaction of its own, so that no transaction holds two companies' sequences, and that one which fails keeps no
 * other from its end; several orchestrators may do this at once.
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
  const lost = await takeFromLostWorker(tx, migration);
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
  readonly grace: JudgingGrace;
  readonly logger: Logger;
  readonly onReaped: (leases: readonly LostLease[]) => void;
  readonly metrics?: Registry;
}): AsyncDisposable {
  const { db, leaseMs, grace, logger, onReaped, metrics } = options;
  const round = measureJob(metrics, orchestratorJobs.leaseReaping);
  const stop = new AbortController();

  /** One look and what follows from it; answers how long to sleep. */
  const pass = async (): Promise<number> => {
    const look = await lookAtLeases(db);
    const untilJudging = grace.untilJudging(look.now);
    const judges = untilJudging <= 0 && look.over.length > 0;
    if (judges) onReaped(await reapLeases(db, logger, look));
    // After a gap workers first get the time to take what waits to be closed.
    if (untilJudging <= 0) {
      await endOverdueClosings(db, logger);
      await noticeStalledRuns(db, logger);
    }
    const untilEnd = (look.nextEnd ?? Infinity) - look.now + afterEndMs;
    // What could not be taken back is tried again soon, but not at once.
    const untilNext = judges ? Math.min(retryMs, untilEnd) : Math.max(untilJudging, untilEnd);
    const sleep = Math.min(leaseMs / 2, untilNext);
    grace.nextLookAt(look.now + sleep);
    return sleep;
  };
  const run = async (): Promise<void> => {
    while (!stop.signal.aborted) {
      const sleep = await round(pass).catch((error: unknown) => {
        logger.warn({ err: error }, 'Leases could not be checked; trying again');
        return retryMs;
      });
      await delay(sleep, undefined, { signal: stop.signal }).catch(() => undefined);
    }
  };
  const running = run();
  return {
    async [Symbol.asyncDispose]() {
      stop.abort();
      await running;
    },
  };
}
