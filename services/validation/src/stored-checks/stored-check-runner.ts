import { repeatUntilDisposed, withLogContext } from '@ridgeline/kit';
import { measureJob, type Registry } from '@ridgeline/kit/metrics';
import { validationJobs } from '../metric-definitions.ts';
import { checkConnection, type CheckConnectionParts } from './check-connection.ts';
import { claimDueConnections } from './schedule-store.postgres.ts';

/** What checks in the background are made with. */
export interface StoredCheckRunnerParts extends CheckConnectionParts {
  /** Resolves when the next check may start: all replicas share one pace. Throws the signal's reason when aborted. */
  readonly pace: (signal: AbortSignal) => Promise<void>;
}

/** So many are checked at a time by one process; a claim outlasts them by far. */
const batch = { limit: 10, leaseMs: 5 * 60_000 };
/** When nothing is due, it is looked again after this; after an error too. */
const lookMs = 5_000;

/** Checks what is due, a few at a time; answers whether more may be due. */
export async function checkDueConnections(
  { pace, ...parts }: StoredCheckRunnerParts,
  signal: AbortSignal,
): Promise<boolean> {
  const now = parts.now();
  const until = new Date(now.getTime() + batch.leaseMs);
  const claim = { now, until, limit: batch.limit };
  const due = await parts.db.forSystem((tx) => claimDueConnections(tx, claim));
  // All of them end before this does: what is closed when the process stops is not in use any more.
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
 * Checks stored credentials as they come due, until disposed. What cannot be checked in time within the pace is checked
 * later, the longest due first: with very many connections a round takes longer than its quarter of an hour.
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
