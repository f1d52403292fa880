import { pause } from '@ridgeline/kit';

/** Time in milliseconds: the machine's, or a test's own. */
export interface Clock {
  /** Of a clock that nobody sets. */
  readonly now: () => number;
  /** Throws the signal's reason when it is aborted. */
  readonly sleep: (ms: number, signal?: AbortSignal) => Promise<unknown>;
}

export const systemClock: Clock = { now: () => performance.now(), sleep: pause };
