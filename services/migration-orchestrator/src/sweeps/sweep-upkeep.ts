import { repeatUntilDisposed, type Logger } from '@ridgeline/kit';
import { measureJob, type Registry } from '@ridgeline/kit/metrics';
import type { Database } from '@ridgeline/postgres';
import { orchestratorJobs } from '../metric-definitions.ts';
import { decideMissed } from '../sync-state/sweep-findings.postgres.ts';
import { planSweeps } from '../sync-state/sweep-plan.postgres.ts';

/** What an orchestrator of the release before switched is noticed so soon, and what is missed. */
const everyMs = 60_000;

/**
 * Decides about findings of which no event came, and makes the sweeps of connections that an orchestrator of the release before
 * stored; now, and every minute until disposed.
 */
export function startSweepUpkeep({
  db,
  missedAfterMs,
  metrics,
  logger,
}: {
  readonly db: Database;
  readonly missedAfterMs: number;
  readonly metrics?: Registry;
  readonly logger: Logger;
}): AsyncDisposable {
  const measured = measureJob(metrics, orchestratorJobs.sweepUpkeep);
  const pass = async (): Promise<void> => {
    const missed = await db.forSystem((tx) => decideMissed(tx, missedAfterMs));
    if (missed > 0) logger.warn({ missed }, 'AccuLynx sent no event of changes that sweeps found');
    await db.forSystem((tx) => planSweeps(tx, null));
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
