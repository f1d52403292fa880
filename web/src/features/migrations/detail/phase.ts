import { objectTypes, type Migration } from '@ridgeline/contracts';
import { objectViews } from '../objects/index.ts';
import { isPaused, isWaiting, phaseOf } from '../running-migrations.ts';

/** What a running migration does, in a few words. */
function runningText(migration: Migration): string {
  const { waitingFor, migrationType } = migration;
  const things = objectTypes[migrationType].noun.many;
  switch (phaseOf(migration)) {
    case 'reading':
      return `Reading the first ${things} from AccuLynx`;
    case 'planning':
      return `Comparing the first ${things} with HubSpot`;
    case 'waiting':
      return waitingFor ?? 'Waiting';
    case 'pausing':
      return 'Pausing: the batches under way are still written';
    case 'paused':
      return 'Paused';
    case 'finishing':
      return objectViews[migrationType].lastSteps;
    case 'writing':
    case null:
      return `Copying ${things} to HubSpot`;
  }
}

/** What is happening, in the words of someone who wants to know whether it is done and right. */
export function phaseText(migration: Migration): string {
  switch (migration.status) {
    case 'queued':
      if (isPaused(migration)) return 'Paused before it started. Nothing was written to HubSpot.';
      return 'Waiting for its turn. Another migration of this connection may still be running.';
    case 'running':
      return runningText(migration);
    case 'completed':
      return 'Done';
    case 'failed':
      return 'Stopped by an error. What was written stays in HubSpot.';
    case 'cancelled':
      return migration.startedAt === null
        ? 'Cancelled before it started. Nothing was written to HubSpot.'
        : 'Cancelled. What was written stays in HubSpot.';
  }
}

/** How a running migration is, in a sentence that says what it means for the records. */
export function healthText(migration: Migration): string {
  const { health, attempt } = migration;
  if (health === 'stalled')
    return 'Nothing has come of it for minutes. What was written stays; cancel it and start it again if this lasts.';
  if (health === 'recovering')
    return 'Another worker takes it over, usually within seconds. Nothing is lost or copied twice.';
  if (isPaused(migration)) return 'Nothing is lost. It continues where it was when you resume it.';
  if (isWaiting(migration)) return 'It resumes automatically; nothing is lost.';
  return attempt > 1
    ? `Resumed by another worker (attempt ${attempt}). Nothing was lost or copied twice.`
    : 'It goes on when you close this page.';
}
