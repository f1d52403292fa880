/** Time as the simulators see it: limits, lags and delays all ask one clock, so that a test can move it by hand. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Resolves after `ms` milliseconds of this clock. */
  wait(ms: number): Promise<void>;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  wait: (ms) =>
    new Promise((resolve) => {
      setTimeout(resolve, ms).unref();
    }),
};

/** A clock that is stopped until it is moved; waits end when it passes them. */
export class ManualClock implements Clock {
  #now: number;
  #sleepers: { readonly until: number; readonly wake: () => void }[] = [];

  constructor(start = Date.UTC(2026, 10, 20, 12)) {
    this.#now = start;
  }

  now(): number {
    return this.#now;
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

  /** Moves the clock forward and wakes all waiters up to that time. */
  advance(ms: number): void {
    this.#now += ms;
    const due = this.#sleepers.filter((sleeper) => sleeper.until <= this.#now);
    this.#sleepers = this.#sleepers.filter((sleeper) => sleeper.until > this.#now);
    for (const sleeper of due) sleeper.wake();
  }
}
