/**
 * Counts events of the last `lengthMs` milliseconds. Times must not go backwards. Old entries are dropped lazily, in
 * amortized constant time.
 */
export class SlidingWindow {
  readonly lengthMs: number;
  #times: number[] = [];
  #first = 0;

  constructor(lengthMs: number) {
    this.lengthMs = lengthMs;
  }

  /** How many events lie within the window that ends at `now`. */
  count(now: number): number {
    while (this.#first < this.#times.length && (this.#times[this.#first] ?? now) <= now - this.lengthMs)
      this.#first += 1;
    if (this.#first > 1024 && this.#first * 2 > this.#times.length) {
      this.#times = this.#times.slice(this.#first);
      this.#first = 0;
    }
    return this.#times.length - this.#first;
  }

  /**
   * Records an event if fewer than `max` are in the window; returns whether it did. An event that may have happened earlier
   * counts from its earliest moment on: the window is full only when that is certain.
   */
  take(now: number, max: number, earliest: number = now): boolean {
    if (this.count(now) >= max) return false;
    this.#times.push(Math.max(earliest, this.#times.at(-1) ?? earliest));
    return true;
  }

  /** Milliseconds until the oldest event leaves the window; 0 when it is empty. */
  untilOldestLeaves(now: number): number {
    if (this.count(now) === 0) return 0;
    return (this.#times[this.#first] ?? now) + this.lengthMs - now;
  }
}
