import type { Migration } from '@ridgeline/contracts';

/** The numbers of a migration that move while it runs. */
export type Counts = Pick<
  Migration,
  | 'targetCount'
  | 'processedCount'
  | 'successCount'
  | 'createdCount'
  | 'updatedCount'
  | 'unchangedCount'
  | 'skipCount'
  | 'errorCount'
>;

/** Whether two sets of counts say the same. The sums follow from these six. */
export function sameCounts(a: Counts, b: Counts): boolean {
  return (
    a.targetCount === b.targetCount &&
    a.createdCount === b.createdCount &&
    a.updatedCount === b.updatedCount &&
    a.unchangedCount === b.unchangedCount &&
    a.skipCount === b.skipCount &&
    a.errorCount === b.errorCount
  );
}

/** The counts alone. */
export const countsOf = (migration: Counts): Counts => ({
  targetCount: migration.targetCount,
  processedCount: migration.processedCount,
  successCount: migration.successCount,
  createdCount: migration.createdCount,
  updatedCount: migration.updatedCount,
  unchangedCount: migration.unchangedCount,
  skipCount: migration.skipCount,
  errorCount: migration.errorCount,
});

/**
 * The counts on the way from one answer to the next; `part` is 0 to 1. Only the outcomes move, rounded down, and the
 * totals are their sums: so at every moment the parts add up to the total beside them, and none is ahead of the truth.
 */
export function countsBetween(from: Counts, to: Counts, part: number): Counts {
  if (part >= 1) return countsOf(to);
  const move = (name: keyof Counts) =>
    to[name] < from[name] ? to[name] : from[name] + Math.floor((to[name] - from[name]) * part);
  const createdCount = move('createdCount');
  const updatedCount = move('updatedCount');
  const unchangedCount = move('unchangedCount');
  const skipCount = move('skipCount');
  const errorCount = move('errorCount');
  const successCount = createdCount + updatedCount + unchangedCount;
  return {
    // What there is to do is not progress: it is known, or not.
    targetCount: to.targetCount,
    processedCount: successCount + skipCount + errorCount,
    successCount,
    createdCount,
    updatedCount,
    unchangedCount,
    skipCount,
    errorCount,
  };
}
