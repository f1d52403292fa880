import type { Migration } from '@ridgeline/contracts';

/** How far a migration was at a moment of this browser's clock (epoch milliseconds). */
export interface Sample {
  readonly at: number;
  readonly processed: number;
}

/** Two minutes at five updates a second, with room. */
const most = 1000;
const none: readonly Sample[] = [];

/** Remembers the progress of migrations while the page is open, whichever page is shown. */
export interface ProgressSamples {
  readonly add: (migration: Migration, at: number) => void;
  readonly of: (migrationId: number) => readonly Sample[];
  readonly subscribe: (changed: () => void) => () => void;
}

export function createProgressSamples(): ProgressSamples {
  const byMigration = new Map<number, readonly Sample[]>();
  const listeners = new Set<() => void>();
  return {
    add({ id, processedCount }, at) {
      const former = byMigration.get(id) ?? none;
      const last = former.at(-1);
      // Counters never decrease, so a late copy adds nothing.
      if (last && processedCount < last.processed) return;
      byMigration.set(id, [...former.slice(1 - most), { at, processed: processedCount }]);
      for (const changed of listeners) changed();
    },
    of: (migrationId) => byMigration.get(migrationId) ?? none,
    subscribe(changed) {
      listeners.add(changed);
      return () => {
        listeners.delete(changed);
      };
    },
  };
}
