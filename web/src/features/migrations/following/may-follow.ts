import type { AnswerOf, listFollowing, Migration } from '@ridgeline/contracts';
import { purposeOf } from '../../judgement/purpose.ts';
import { isFinal } from '../../live/migration-cache.ts';

export type Following = AnswerOf<typeof listFollowing>['following'];

/** Whether records of it can be copied again: it has ended, and was no dry run and no undo. */
export const mayRetry = (migration: Migration): boolean =>
  isFinal(migration) && purposeOf(migration) === 'copy';

/** Whether it created or changed something in HubSpot, or would, of its own records or of what comes along. */
export function writes({ createdCount, updatedCount, reconciliation }: Migration): boolean {
  const others = Object.values(reconciliation?.alongside ?? {});
  return createdCount + updatedCount + others.reduce((sum, one) => sum + one.created + one.updated, 0) > 0;
}

/** Whether it can be undone: it wrote something, and no undo of it runs or came to its end. */
export function mayUndo(migration: Migration, following: Following): boolean {
  const undos = following.filter(({ dryRun, follows: { as } }) => as === 'undo' && !dryRun);
  const undone = undos.some(({ status }) => status !== 'failed' && status !== 'cancelled');
  return mayRetry(migration) && writes(migration) && !undone;
}
