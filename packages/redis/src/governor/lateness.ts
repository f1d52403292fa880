import { monitorEventLoopDelay } from 'node:perf_hooks';

/** How often the event loop is asked to come round, in ms: a shorter stall than this is not seen. */
const resolutionMs = 20;
/** How long a stall is remembered, at the least. */
const rememberMs = 2_000;
/** A stall of this length is forgiven: every window is kept that much longer anyway (`keptWindowMs`). */
const forgivenMs = 50;
/** However long it stalls, its windows grow by no more. */
const maxMs = 1_000;

/** How long this process did not run although it wanted to. */
export interface Stalls {
  /** The longest one, in ms, since they were forgotten. */
  longestMs(): number;
  forget(): void;
}

/** Watches the event loop from now on. It keeps no process alive. */
export function watchStalls(): Stalls {
  const delays = monitorEventLoopDelay({ resolution: resolutionMs });
  delays.enable();
  return {
    longestMs: () => (delays.count === 0 ? 0 : delays.max / 1e6 - resolutionMs),
    forget: () => delays.reset(),
  };
}

/**
 * By how much a starved process widens the windows that it keeps. Between the moment when a call may go and the one when it
 * arrives, a process that gets no processor stalls: calls that were a window apart arrive closer together by as much.
 * How long it stalled recently says how long it may do so again.
 */
export class Lateness {
  readonly #stalls: Stalls;
  readonly #now: () => number;
  #longestBefore = 0;
  #since: number;

  constructor(stalls: Stalls, now: () => number = () => performance.now()) {
    this.#stalls = stalls;
    this.#now = now;
    this.#since = now();
  }

  /** What to add to a window, in ms: 0 in a process that runs whenever it wants to. */
  extraMs(): number {
    const longestMs = this.#stalls.longestMs();
    const stalledMs = Math.max(this.#longestBefore, longestMs);
    if (this.#now() - this.#since >= rememberMs) {
      this.#longestBefore = longestMs;
      this.#since = this.#now();
      this.#stalls.forget();
    }
    return Math.ceil(Math.min(maxMs, Math.max(0, stalledMs - forgivenMs)));
  }
}
