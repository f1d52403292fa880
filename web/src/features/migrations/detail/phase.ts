import type { Migration } from '@ridgeline/contracts';

/** Whether a running migration stands still because something holds it up. */
export function isPaused({ status, waitingFor }: Pick<Migration, 'status' | 'waitingFor'>): boolean {
  return status === 'running' && waitingFor !== null;
}

/** What is happening, in the words of someone who wants to know whether it is done and right. */
export function phaseText(migration: Migration): string {
  const { status, waitingFor, processedCount, failureMessage } = migration;
  const things = migration.migrationType;
  switch (status) {
    case 'queued':
      return 'Waiting for its turn. Another migration of this connection may still be running.';
    case 'running':
      if (waitingFor) return waitingFor;
      return processedCount === 0
        ? `Reading the first ${things} from AccuLynx`
        : `Copying ${things} to HubSpot`;
    case 'completed':
      return 'Done';
    case 'failed':
      return failureMessage ?? 'Stopped by an error. What was written stays in HubSpot.';
    case 'cancelled':
      return migration.startedAt === null
        ? 'Cancelled before it started. Nothing was written to HubSpot.'
        : 'Cancelled. What was written stays in HubSpot.';
  }
}
