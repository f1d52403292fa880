import { monitorEventLoopDelay } from 'node:perf_hooks';

/** How often the event loop is sampled, in ms: a shorter stall goes unnoticed. */
const resolutionMs = 20;
/** The minimum time for which a stall is remembered. */
const rememberMs = 2_000;
/** A stall of this length is tolerated: every window is kept that much longer anyway (`keptWindowMs`). */
const forgivenMs = 50;
/** The maximum by which windows grow, however long the process stalls. */
const maxMs = 1_000;
/** Sampling ends after this time without a call, in ms: an idle process keeps no window, and would only lose CPU time. */
const idleMs = 10_000;

/** How long this process was ready to run but did not. */
export interface Stalls {
  /** The longest stall, in ms, since the last `forget`. */
  longestMs(): number;
  forget(): void;
}

/** Watches the event loop while someone asks: until `idleMs` after the last question. Does not keep the process alive. */
export function watchStalls(): Stalls {
  const delays = monitorEventLoopDelay({ resolution: resolutionMs });
  const rest = setTimeout(() => {
    delays.disable();
    delays.reset();
  }, idleMs).unref();
  return {
    longestMs: () => {
      delays.enable();
      rest.refresh();
      return delays.count === 0 ? 0 : delays.max / 1e6 - resolutionMs;
    },
    forget: () => delays.reset(),
  };
}

/**
 * By how much a starved process widens the windows that it keeps. A process without CPU time stalls between the grant of a
 * call and its arrival, so that calls granted one window apart arrive closer together by as much. The length of recent
 * stalls shows how long the next one may be.
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

  /** What to add to a window, in ms: 0 in a process that does not stall. */
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
