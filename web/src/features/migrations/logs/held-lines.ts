import type { MigrationLog } from '@ridgeline/contracts';

/**
 * The lines up to the one that was the newest when the reader stopped to follow (null: follows), newest first, and how
 * many have come since.
 */
export function heldLines(
  logs: readonly MigrationLog[],
  newest: number | null,
): { readonly logs: readonly MigrationLog[]; readonly newer: number } {
  const place = newest === null ? 0 : logs.findIndex(({ id }) => id === newest);
  // A line that is not among them any more has been pushed out by newer ones: there is nothing left to hold on to.
  return place > 0 ? { logs: logs.slice(place), newer: place } : { logs, newer: 0 };
}
