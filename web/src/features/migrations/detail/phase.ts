import { objectTypes, type Migration } from '@ridgeline/contracts';
import { objectViews } from '../objects/index.ts';
import { isUndo, purposeOf, type Purpose } from '../../summary/purpose.ts';
import { isPaused, isWaiting, phaseOf } from '../running-migrations.ts';
import { interruptionText, waitText } from './interruption.ts';

/** What each purpose does while it runs, where purposes differ. */
const doing: Readonly<Record<Purpose, (things: string) => string>> = {
  copy: (things) => `Copying ${things} to HubSpot`,
  dryRun: (things) => `Planning ${things}; nothing is written to HubSpot`,
  undo: () => 'Undoing what was written to HubSpot',
  undoPreview: () => 'Planning the undo; nothing is written to HubSpot',
};

/** What an end before its time means for HubSpot. */
const stays: Readonly<Record<Purpose, string>> = {
  copy: 'What was written stays in HubSpot.',
  dryRun: 'Nothing was written to HubSpot.',
  undo: 'What was undone stays undone.',
  undoPreview: 'Nothing was written to HubSpot.',
};

/** What a stopped run leaves in HubSpot: nothing if its summary says that it read nothing. */
const leftBy = (migration: Migration): string =>
  migration.reconciliation?.source === 0 ? 'Nothing was written to HubSpot.' : stays[purposeOf(migration)];

/** What no change of workers does. */
const safe: Readonly<Record<Purpose, string>> = {
  copy: 'lost or copied twice',
  dryRun: 'lost',
  undo: 'lost or undone twice',
  undoPreview: 'lost',
};

/** What a running migration does, in a few words. */
function runningText(migration: Migration): string {
  const { waitingFor, migrationType, dryRun } = migration;
  const things = objectTypes[migrationType].noun.many;
  const purpose = purposeOf(migration);
  switch (phaseOf(migration)) {
    case 'reading':
      return isUndo(purpose) ? 'Reading what was written' : `Reading the first ${things} from AccuLynx`;
    case 'planning':
      return `Comparing the first ${things} with HubSpot`;
    case 'waiting':
      return waitingFor ?? 'Waiting';
    case 'pausing':
      return `Pausing: the batches under way are still ${dryRun ? 'planned' : 'written'}`;
    case 'paused':
      return 'Paused';
    case 'finishing':
      return purpose === 'copy' ? objectViews[migrationType].lastSteps : 'Checking the last records';
    case 'writing':
    case null:
      return doing[purpose](things);
  }
}

/** What is happening, worded for a user who wants to know whether it is finished and correct. */
export function phaseText(migration: Migration): string {
  switch (migration.status) {
    case 'queued':
      if (isPaused(migration)) return 'Paused before it started. Nothing was written to HubSpot.';
      return 'Waiting for its turn';
    case 'running':
      return runningText(migration);
    case 'completed':
      return 'Done';
    case 'failed':
      return `Stopped by an error. ${leftBy(migration)}`;
    case 'cancelled':
      return migration.startedAt === null
        ? 'Cancelled before it started. Nothing was written to HubSpot.'
        : `Cancelled. ${leftBy(migration)}`;
  }
}

/** What an interruption did to the records: nothing. */
export const unharmed = (migration: Migration): string => `Nothing was ${safe[purposeOf(migration)]}.`;

/** How a running migration is, in a sentence that says what it means for the records; `now` is epoch milliseconds. */
export function healthText(migration: Migration, now: number): string {
  const { health } = migration;
  const interrupted = interruptionText(migration, now);
  if (health === 'stalled')
    return `No progress for several minutes. ${migration.dryRun ? 'Nothing was written' : 'What was written stays'}; cancel it and start it again if this lasts.`;
  if (health === 'recovering')
    return `${interrupted === null ? '' : `${interrupted}. `}Recovering, usually within seconds. Nothing is ${safe[purposeOf(migration)]}.`;
  if (isPaused(migration)) return 'Nothing is lost. It continues where it was when you resume it.';
  if (isWaiting(migration)) return waitText(migration.waitingUntil ?? null, now);
  return interrupted === null
    ? 'It keeps running if you close this page.'
    : `${interrupted}. ${unharmed(migration)}`;
}
