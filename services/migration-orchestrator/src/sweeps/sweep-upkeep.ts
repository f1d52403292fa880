import { repeatUntilDisposed, type Logger } from '@ridgeline/kit';
import { measureJob, type Registry } from '@ridgeline/kit/metrics';
import type { Database } from '@ridgeline/postgres';
import { orchestratorJobs } from '../metric-definitions.ts';
import { failIdleChecks } from '../checks/check-lease.postgres.ts';
import { lockSyncConnection } from '../sync/sync-connection-store.postgres.ts';
import { countLinked, findUncounted } from '../sync-state/linked-count.postgres.ts';
import { decideMissed } from '../sync-state/sweep-findings.postgres.ts';
import { planSweeps } from '../sync-state/sweep-plan.postgres.ts';

/** How soon missed events, and switches stored by an orchestrator of the previous release, are noticed. */
const everyMs = 60_000;

/**
 * Now and every minute until disposed: ends checks of migrations that make no progress, resolves findings for which no event
 * came, creates the sweeps of connections that an orchestrator of the previous release stored, and counts linked records.
 */
export function startSweepUpkeep({
  db,
  missedAfterMs,
  metrics,
  logger,
  onChange,
}: {
  readonly db: Database;
  readonly missedAfterMs: number;
  readonly metrics?: Registry;
  readonly logger: Logger;
  /** Called for each connection whose number of linked records has changed. */
  readonly onChange: (connectionId: number) => void;
}): AsyncDisposable {
  const measured = measureJob(metrics, orchestratorJobs.sweepUpkeep);
  const pass = async (): Promise<void> => {
    const missed = await db.forSystem((tx) => decideMissed(tx, missedAfterMs));
    if (missed > 0) logger.warn({ missed }, 'AccuLynx sent no event of changes that sweeps found');
    await db.forSystem((tx) => planSweeps(tx, null));
    await db.forSystem(failIdleChecks);
    for (const connectionId of await countAgain(db)) onChange(connectionId);
  };
  return repeatUntilDisposed(async () => {
    try {
      await measured(pass);
    } catch (error) {
      logger.warn({ err: error }, 'The upkeep of sweeps failed; trying again');
    }
    return Math.min(everyMs, missedAfterMs);
  });
}

const countedAtOnce = 50;

/** Counts linked records where that is due; returns the connections whose number has changed. */
async function countAgain(db: Database): Promise<Set<number>> {
  const changed = new Set<number>();
  for (const uncounted of await db.forSystem((tx) => findUncounted(tx, countedAtOnce)))
    await db.forSystem(async (tx) => {
      if (!(await lockSyncConnection(tx, uncounted.connectionId))) return;
      if (await countLinked(tx, uncounted)) changed.add(uncounted.connectionId);
    });
  return changed;
}
