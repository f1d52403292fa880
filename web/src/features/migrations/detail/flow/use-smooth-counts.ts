import type { Migration } from '@ridgeline/contracts';
import { useLayoutEffect, useState, useSyncExternalStore } from 'react';
import { useMediaQuery } from '../../../../ui/theme/use-media-query.ts';
import { isFinal } from '../../../live/migration-cache.ts';

const durationMs = 400;

/** Counts that run to their new values, frame by frame, for the parts of a page that show them. */
export interface SmoothCounts {
  readonly subscribe: (changed: () => void) => () => void;
  readonly now: () => Counts;
}

function createSmoothCounts(first: Counts) {
  const listeners = new Set<() => void>();
  let shown = first;
  let target = first;
  const show = (counts: Counts) => {
    shown = counts;
    for (const changed of listeners) changed();
  };
  return {
    subscribe(changed: () => void) {
      listeners.add(changed);
      return () => {
        listeners.delete(changed);
      };
    },
    now: () => shown,
    moveTo(to: Counts, atOnce: boolean) {
      if (sameCounts(target, to) && !(atOnce && shown !== target)) return;
      target = to;
      if (atOnce) {
        show(to);
        return;
      }
      const from = shown;
      const start = performance.now();
      // An update without changed numbers does not interrupt the animation; one with changes continues from the displayed
      // values.
      const step = (time: number) => {
        if (target !== to) return;
        const part = Math.min(1, Math.max(0, (time - start) / durationMs));
        show(part < 1 ? countsBetween(from, to, part) : to);
        if (part < 1) requestAnimationFrame(step);
      };
      requestAnimationFrame(step);
    },
  };
}

/**
 * Animates a running migration's numbers to their new values, all together. Each frame renders only the components that
 * call `useCountsNow`, not the caller of this hook.
 */
export function useSmoothCounts(migration: Migration): SmoothCounts {
  const still = useMediaQuery('(prefers-reduced-motion: reduce)');
  const [counts] = useState(() => createSmoothCounts(countsOf(migration)));
  // Before it is painted. The counts of an ended run are shown immediately: the closing account beside them does not run.
  useLayoutEffect(() => {
    counts.moveTo(countsOf(migration), still || isFinal(migration));
  }, [counts, migration, still]);
  return counts;
}

/** The counts as they are shown in this frame. */
export const useCountsNow = ({ subscribe, now }: SmoothCounts): Counts =>
  useSyncExternalStore(subscribe, now);

/** The numbers of a migration that move while it runs. */
export type Counts = Pick<
  Migration,
  | 'targetCount'
  | 'processedCount'
  | 'successCount'
  | 'createdCount'
  | 'updatedCount'
  | 'unchangedCount'
  | 'removedCount'
  | 'skipCount'
  | 'errorCount'
>;

/** Whether two sets of counts say the same. The sums follow from these seven. */
function sameCounts(a: Counts, b: Counts): boolean {
  return (
    a.targetCount === b.targetCount &&
    a.createdCount === b.createdCount &&
    a.updatedCount === b.updatedCount &&
    a.unchangedCount === b.unchangedCount &&
    a.removedCount === b.removedCount &&
    a.skipCount === b.skipCount &&
    a.errorCount === b.errorCount
  );
}

/** Only the counts. Servers of earlier releases do not report removed records. */
export const countsOf = (
  migration: Omit<Counts, 'removedCount'> & Partial<Pick<Counts, 'removedCount'>>,
): Counts => ({
  targetCount: migration.targetCount,
  processedCount: migration.processedCount,
  successCount: migration.successCount,
  createdCount: migration.createdCount,
  updatedCount: migration.updatedCount,
  unchangedCount: migration.unchangedCount,
  removedCount: migration.removedCount ?? 0,
  skipCount: migration.skipCount,
  errorCount: migration.errorCount,
});

/**
 * Interpolates counts between two answers; `part` is 0 to 1. Only the outcomes are interpolated, rounded down, and the
 * totals are their sums. So the parts always add up to the total, and none exceeds its true value.
 */
export function countsBetween(from: Counts, to: Counts, part: number): Counts {
  if (part >= 1) return countsOf(to);
  const move = (name: keyof Counts) =>
    to[name] < from[name] ? to[name] : from[name] + Math.floor((to[name] - from[name]) * part);
  const createdCount = move('createdCount');
  const updatedCount = move('updatedCount');
  const unchangedCount = move('unchangedCount');
  const removedCount = move('removedCount');
  const skipCount = move('skipCount');
  const errorCount = move('errorCount');
  const successCount = createdCount + updatedCount + unchangedCount + removedCount;
  return {
    // The target is not progress, so it is not interpolated.
    targetCount: to.targetCount,
    processedCount: successCount + skipCount + errorCount,
    successCount,
    createdCount,
    updatedCount,
    unchangedCount,
    removedCount,
    skipCount,
    errorCount,
  };
}
