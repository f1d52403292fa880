import type { Locks } from '@ridgeline/redis';

/** Locks where nobody else is: the work is done at once. */
export const noLocks: Locks = { exclusively: (_key, work, signal) => work(signal) };
