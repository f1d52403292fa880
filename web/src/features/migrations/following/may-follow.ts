import type { AnswerOf, listFollowing, Migration } from '@ridgeline/contracts';
import { purposeOf } from '../../summary/purpose.ts';
import { isFinal } from '../../live/migration-cache.ts';

export type Following = AnswerOf<typeof listFollowing>['following'];

/** Whether records of it can be copied again: it has ended, and was no dry run and no undo. */
export const mayRetry = (migration: Migration): boolean =>
  isFinal(migration) && purposeOf(migration) === 'copy';

/** Whether it created or changed anything in HubSpot, or would: its own records or related ones. */
export function writes({ createdCount, updatedCount, removedCount, reconciliation }: Migration): boolean {
  const others = Object.values(reconciliation?.alongside ?? {});
  const along = others.reduce((sum, one) => sum + one.created + one.updated + one.removed, 0);
  return createdCount + updatedCount + removedCount + along > 0;
}

/** Whether there is something to undo: it has ended, and changed something in HubSpot. An undo can be undone, too. */
export const isUndoable = (migration: Migration): boolean =>
  isFinal(migration) && ['copy', 'undo'].includes(purposeOf(migration)) && writes(migration);

/**
 * Its undo that is running or completed, among the migrations that follow it. A preview does not count, and a stopped undo
 * can be repeated.
 */
export const undoAmong = (following: Following): Following[number] | undefined =>
  following.find(
    ({ dryRun, status, follows: { as } }) =>
      as === 'undo' && !dryRun && status !== 'failed' && status !== 'cancelled',
  );
