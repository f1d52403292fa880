import { StallWatch } from './stall-watch.ts';

/** When a request arrived, in milliseconds since the epoch. */
export interface Arrival {
  readonly readAt: number;
  /** The earliest possible arrival; before `readAt` only if this process has stalled since then. */
  readonly earliest: number;
}

/** Time as the simulators see it: limits, lags and delays all use one clock, so that a test can move it by hand. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** The arrival of what is read now. */
  arrival(): Arrival;
  /** Resolves after `ms` milliseconds of this clock. */
  wait(ms: number): Promise<void>;
}

/** The machine's clock. */
export function createSystemClock(): Clock & Disposable {
  const stalls = new StallWatch();
  return {
    now: () => Date.now(),
    arrival() {
      const readAt = Date.now();
      return { readAt, earliest: readAt - stalls.lastsMs() };
    },
    wait: (ms) =>
      new Promise((resolve) => {
        setTimeout(resolve, ms).unref();
      }),
    [Symbol.dispose]: () => stalls[Symbol.dispose](),
  };
}

/** A clock that is stopped until it is moved; waits end when it passes them. */
export class ManualClock implements Clock {
  #now: number;
  #stalledMs = 0;
  #sleepers: { readonly until: number; readonly wake: () => void }[] = [];

  constructor(start = Date.UTC(2026, 10, 20, 12)) {
    this.#now = start;
  }

  now(): number {
    return this.#now;
  }

  arrival(): Arrival {
    return { readAt: this.#now, earliest: this.#now - this.#stalledMs };
  }

  wait(ms: number): Promise<void> {
    return new Promise((resolve) => {
      this.#sleepers.push({ until: this.#now + ms, wake: resolve });
    });
  }

  /** How many waits are pending. */
  get waiting(): number {
    return this.#sleepers.length;
  }

  /** Moves the clock forward and wakes all waiters up to that time; `stalled`: as if the process had not run until then. */
  advance(ms: number, { stalled = false } = {}): void {
    this.#now += ms;
    this.#stalledMs = stalled ? ms : 0;
    const due = this.#sleepers.filter((sleeper) => sleeper.until <= this.#now);
    this.#sleepers = this.#sleepers.filter((sleeper) => sleeper.until > this.#now);
    for (const sleeper of due) sleeper.wake();
  }
}
