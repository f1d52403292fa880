/** What one question to another clock has told: its time, and ours before the question and after the answer. */
export interface ClockReading {
  readonly told: number;
  readonly askedAt: number;
  readonly heardAt: number;
}

/**
 * How far another clock is ahead of ours. Each answer says between which bounds that lies, as wide as the answer took;
 * together they are narrower than the quickest answer, so that one that was read late does no harm.
 */
export class ClockOffset {
  #least = -Infinity;
  #most = Infinity;

  learn({ told, askedAt, heardAt }: ClockReading): void {
    const [least, most] = [told - heardAt, told - askedAt];
    // Clocks drift, and one may be set: what contradicts the earlier answers replaces them.
    const agrees = least <= this.#most && most >= this.#least;
    this.#least = agrees ? Math.max(this.#least, least) : least;
    this.#most = agrees ? Math.min(this.#most, most) : most;
  }

  /** A time of our clock on the other one, in whole ms. */
  there(ours: number): number {
    return Math.round(ours + (this.#least + this.#most) / 2);
  }
}
