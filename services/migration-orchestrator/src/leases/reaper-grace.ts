/**
 * When a reaper may end leases. One that was itself unavailable (its process or the whole machine stood still, or the database
 * did not answer) cannot tell how the workers were in that time: their renewals did not arrive either. So after a gap of its own
 * it lets a whole lease pass first.
 *
 * All times are in ms by the database's clock, as the leases are: a process's own monotonic clock stops while the machine
 * is suspended.
 */
export class ReaperGrace {
  readonly #leaseMs: number;
  #dueAt: number | null = null;
  #reapsFrom = 0;

  constructor(leaseMs: number) {
    this.#leaseMs = leaseMs;
  }

  /**
   * Milliseconds until leases may be ended; 0 or less: now. `now` is what the database says at this look. A look that
   * is late by three tenths of a lease is the end of a gap in which leases may have ended because no renewal arrived, and so
   * is the first one of a process.
   */
  untilReaping(now: number): number {
    if (this.#dueAt === null || now - this.#dueAt > 0.3 * this.#leaseMs)
      this.#reapsFrom = now + this.#leaseMs;
    // When the clock was set back, the grace ends after one lease anyway.
    this.#reapsFrom = Math.min(this.#reapsFrom, now + this.#leaseMs);
    return this.#reapsFrom - now;
  }

  /** After a look that the database answered: the next one is due then. One that fails does not end a gap. */
  nextLookAt(time: number): void {
    this.#dueAt = time;
  }
}
