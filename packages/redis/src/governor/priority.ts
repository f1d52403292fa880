/** The order in which waiting calls get their places, the first of them first (docs/adr/0076). */
export const priorities = ['people', 'sync', 'migration', 'background'] as const;

/**
 * For whom a call is made: `people`, a user waits for a check; `sync`, auto-sync; `migration`; `background`, sweeps that
 * compare what no event reported.
 */
export type Priority = (typeof priorities)[number];

/** Whether calls of this priority leave a share of each window, and the rest of a vendor's day, to sync and to people. */
export const yieldsToSync = (priority: Priority): boolean =>
  priority === 'migration' || priority === 'background';
