import { objectTypes, type Migration } from '@ridgeline/contracts';
import { objectViews } from '../../objects/index.ts';

/** Whether a running migration stands still because something holds it up. */
export function isPaused({ status, waitingFor }: Pick<Migration, 'status' | 'waitingFor'>): boolean {
  return status === 'running' && waitingFor !== null;
}

/** Whether a running migration has handled all its records, and still does what follows upon them. */
export const isInLastSteps = ({ status, processedCount, targetCount }: Progress): boolean =>
  status === 'running' && processedCount > 0 && processedCount === targetCount;

type Progress = Pick<Migration, 'status' | 'processedCount' | 'targetCount'>;

/** What is happening, in a few words. */
function phaseName(migration: Migration): string {
  const { status, processedCount, migrationType } = migration;
  const things = objectTypes[migrationType].noun.many;
  if (status === 'queued') return 'Waiting for its turn';
  if (isPaused(migration)) return 'Waiting';
  if (isInLastSteps(migration)) return objectViews[migrationType].lastSteps;
  return processedCount === 0 ? `Reading the first ${things} from AccuLynx` : `Copying ${things} to HubSpot`;
}

/** What is happening, in the words of someone who wants to know whether it is done and right. */
export function phaseText(migration: Migration): string {
  const { status, waitingFor, startedAt } = migration;
  switch (status) {
    case 'queued':
      return 'Waiting for its turn. Another migration of this connection may still be running.';
    case 'running':
      return waitingFor ?? phaseName(migration);
    case 'completed':
      return 'Done';
    case 'failed':
      return 'Stopped by an error. What was written stays in HubSpot.';
    case 'cancelled':
      return startedAt === null
        ? 'Cancelled before it started. Nothing was written to HubSpot.'
        : 'Cancelled. What was written stays in HubSpot.';
  }
}
