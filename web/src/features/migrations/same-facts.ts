import type { Migration } from '@ridgeline/contracts';
import { isFinal } from '../live/migration-cache.ts';

/** Fields that change with every batch. */
const moving: readonly (keyof Migration)[] = [
  'version',
  'lastActivityAt',
  'targetCount',
  'processedCount',
  'successCount',
  'createdCount',
  'updatedCount',
  'unchangedCount',
  'removedCount',
  'errorCount',
  'skipCount',
];

const movingNames: ReadonlySet<string> = new Set(moving);

interface OfMigration {
  readonly migration: Migration;
}

/**
 * Whether two copies of a migration differ only in their progress; for `memo` of components that do not show progress. Once
 * a migration has ended, every number counts.
 */
export function sameFacts({ migration: former }: OfMigration, { migration: latter }: OfMigration): boolean {
  if (former === latter) return true;
  if (isFinal(latter)) return false;
  const now = new Map(Object.entries(latter));
  return Object.entries(former).every(
    ([name, value]) => movingNames.has(name) || isSame(now.get(name), value),
  );
}

/** Parsing twice yields two objects, so values are compared by content; a migration's nested values are small. */
const isSame = (one: unknown, other: unknown): boolean =>
  Object.is(one, other) ||
  (typeof one === 'object' && one !== null && JSON.stringify(one) === JSON.stringify(other));
