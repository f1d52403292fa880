import type { Migration } from '@ridgeline/contracts';
import { isFinal } from '../live/migration-cache.ts';

/** What moves with every batch. */
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
 * Whether two copies of a migration tell the same but for how far it is: for `memo` of what does not show that. Of one that
 * has ended every number counts.
 */
export function sameFacts({ migration: former }: OfMigration, { migration: latter }: OfMigration): boolean {
  if (former === latter) return true;
  if (isFinal(latter)) return false;
  const now = new Map(Object.entries(latter));
  return Object.entries(former).every(
    ([name, value]) => movingNames.has(name) || isSame(now.get(name), value),
  );
}

/** What was parsed twice is two objects; what a migration holds of them is small. */
const isSame = (one: unknown, other: unknown): boolean =>
  Object.is(one, other) ||
  (typeof one === 'object' && one !== null && JSON.stringify(one) === JSON.stringify(other));
