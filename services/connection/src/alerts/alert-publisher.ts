import type { ApiClient } from '@ridgeline/contracts';
import { backoffMs, repeatUntilDisposed, retryEvery, type Logger, type RetryPolicy } from '@ridgeline/kit';
import { measureJob, type Registry } from '@ridgeline/kit/metrics';
import type { Database } from '@ridgeline/postgres';
import { connectionJobs } from '../metric-definitions.ts';
import { hasOpenMigrations } from '../migrations/open-migrations.ts';
import {
  claimNotes,
  takeNote,
  tellStopped,
  type StandingPart,
  type StopNote,
} from './alert-store.postgres.ts';

/** Dependencies of the alert publisher. */
export interface AlertParts {
  readonly db: Database;
  readonly orchestrator: ApiClient;
  readonly logger: Logger;
}

const batchSize = 20;
const every: RetryPolicy = { ...retryEvery(10_000), jitter: [0.7, 1.3] };

/** Whether auto-sync or a migration depends on the part. Migrations need no webhook. */
function isNeeded(part: StopNote['part'], standing: StandingPart, hasOpen: boolean): boolean {
  const { syncsContacts, syncsJobs, failedMigration } = standing;
  return syncsContacts || syncsJobs || (part !== 'webhook' && (failedMigration || hasOpen));
}

/**
 * Publishes the alert of one part, unless it works again or nothing depends on it. Rejects when the orchestrator is
 * unavailable.
 */
async function settle({ db, orchestrator }: AlertParts, note: StopNote): Promise<void> {
  // Asked before the transaction begins: a transaction must not wait for other services.
  const hasOpen = note.part !== 'webhook' && (await hasOpenMigrations(orchestrator, note));
  await db.forCompany(note.companyId, async (tx) => {
    const standing = await takeNote(tx, note);
    if (standing?.isStopped === true && isNeeded(note.part, standing, hasOpen))
      await tellStopped(tx, note, { ...standing, hasOpenMigrations: hasOpen });
  });
}

/** Processes all pending alerts whose grace period is over; failed ones are retried. Ends early when aborted. */
export async function tellStoppedOnce(parts: AlertParts, signal: AbortSignal): Promise<void> {
  const claim = () => parts.db.forSystem((tx) => claimNotes(tx, batchSize));
  for (let due = await claim(); due.length > 0; due = await claim())
    for (const note of due) {
      if (signal.aborted) return;
      await settle(parts, note).catch((error: unknown) => {
        parts.logger.warn({ err: error, ...note }, 'Failed to publish connection alerts; retrying');
      });
    }
}

/**
 * Publishes, until disposed, an alert for each part of a connection that has stopped working; several processes share the
 * work.
 */
export function startAlertPublisher(parts: AlertParts & { readonly metrics?: Registry }): AsyncDisposable {
  const round = measureJob(parts.metrics, connectionJobs.stoppedAlerts);
  return repeatUntilDisposed(async (signal) => {
    await round(() => tellStoppedOnce(parts, signal)).catch((error: unknown) => {
      parts.logger.warn({ err: error }, 'Notes could not be read; it is tried again');
    });
    return backoffMs(every, 1);
  });
}
