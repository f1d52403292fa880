/**
 * Decides when a reaper may end leases. If the reaper itself was interrupted (its process or the whole machine was suspended,
 * or the database did not answer), it cannot know the state of the workers: their renewals did not arrive either. After such
 * a gap it waits for one full lease.
 *
 * All times are in ms by the database's clock, like the leases: a process's own monotonic clock stops while the machine is
 * suspended.
 */
export class ReaperGrace {
  readonly #leaseMs: number;
  #dueAt: number | null = null;
  #reapsFrom = 0;

  constructor(leaseMs: number) {
    this.#leaseMs = leaseMs;
  }

  /**
   * Milliseconds until leases may be ended; 0 or less: now. `now` is the database's time at this check. A check that is late
   * by three tenths of a lease ends a gap in which leases may have expired because no renewal arrived. So does the first
   * check of a process.
   */
  untilReaping(now: number): number {
    if (this.#dueAt === null || now - this.#dueAt > 0.3 * this.#leaseMs)
      this.#reapsFrom = now + this.#leaseMs;
    // When the clock was set back, the grace ends after one lease anyway.
    this.#reapsFrom = Math.min(this.#reapsFrom, now + this.#leaseMs);
    return this.#reapsFrom - now;
  }

  /** Called after a check that the database answered, with the time of the next one. A failed check does not end a gap. */
  nextLookAt(time: number): void {
    this.#dueAt = time;
  }
}
