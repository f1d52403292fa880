import { repeatUntilDisposed, withLogContext } from '@ridgeline/kit';
import { measureJob, type Registry } from '@ridgeline/kit/metrics';
import { validationJobs } from '../metric-definitions.ts';
import { checkConnection, type CheckConnectionParts } from './check-connection.ts';
import { claimDueConnections } from './schedule-store.postgres.ts';

/** Dependencies of background checks. */
export interface StoredCheckRunnerParts extends CheckConnectionParts {
  /** Resolves when the next check may start: all replicas share one rate. Throws the signal's reason when aborted. */
  readonly pace: (signal: AbortSignal) => Promise<void>;
}

/** How many checks a process runs concurrently; a claim lasts much longer than they take. */
const batch = { limit: 10, leaseMs: 5 * 60_000 };
/** The polling interval when nothing is due, and after an error. */
const lookMs = 5_000;

/** Runs due checks, a few at a time; returns whether more may be due. */
export async function checkDueConnections(
  { pace, ...parts }: StoredCheckRunnerParts,
  signal: AbortSignal,
): Promise<boolean> {
  const now = parts.now();
  const until = new Date(now.getTime() + batch.leaseMs);
  const claim = { now, until, limit: batch.limit };
  const due = await parts.db.forSystem((tx) => claimDueConnections(tx, claim));
  // All checks end before this returns, so that none uses resources that are closed when the process stops.
  const ended = await Promise.allSettled(
    due.map(async (of) => {
      await pace(signal);
      await withLogContext(of, () => checkConnection(parts, of));
    }),
  );
  const failed = ended.find(({ status }) => status === 'rejected');
  if (failed?.status === 'rejected') throw failed.reason;
  return due.length === batch.limit;
}

/**
 * Checks stored credentials as they become due, until disposed. Checks that do not fit into the rate are delayed, the most
 * overdue first: with very many connections a round takes longer than a quarter of an hour.
 */
export function startStoredChecks(
  parts: StoredCheckRunnerParts & { readonly metrics?: Registry },
): AsyncDisposable {
  const round = measureJob(parts.metrics, validationJobs.storedChecks);
  return repeatUntilDisposed(async (signal) => {
    const more = await round(() => checkDueConnections(parts, signal)).catch((err: unknown) => {
      if (!signal.aborted) parts.logger.warn({ err }, 'Connections could not be checked; trying again');
      return false;
    });
    return more ? 0 : lookMs;
  });
}
