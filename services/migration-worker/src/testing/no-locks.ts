import type { Locks } from '@ridgeline/redis';

/** Locks without contention: the work is done immediately. */
export const noLocks: Locks = { exclusively: (_key, work, signal) => work(signal) };
