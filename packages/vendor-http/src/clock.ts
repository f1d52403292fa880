import { setTimeout as pause } from 'node:timers/promises';

/** Time in milliseconds: the machine's, or a test's own. */
export interface Clock {
  /** Of a clock that nobody sets. */
  readonly now: () => number;
  /** Rejects when aborted. */
  readonly sleep: (ms: number, signal?: AbortSignal) => Promise<unknown>;
}

export const systemClock: Clock = {
  now: () => performance.now(),
  sleep: (ms, signal) => pause(ms, undefined, signal ? { signal } : {}),
};
