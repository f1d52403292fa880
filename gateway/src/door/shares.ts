/** The total capacity, and how much of it one holder may have. */
export interface ShareLimits {
  readonly inAll: number;
  readonly each: number;
  /** The same limit once three quarters of the total are in use: the last quarter is reserved for holders of few. */
  readonly eachWhenScarce: number;
}

/** Counts each holder's share of a limited capacity, so that a few holders cannot use all of it. */
export class Shares {
  readonly #limits: ShareLimits;
  readonly #held = new Map<string, number>();
  #count = 0;

  constructor(limits: ShareLimits) {
    this.#limits = limits;
  }

  hasRoomFor(holder: string): boolean {
    const { inAll, each, eachWhenScarce } = this.#limits;
    const most = this.#count >= 0.75 * inAll ? eachWhenScarce : each;
    return this.#count < inAll && (this.#held.get(holder) ?? 0) < most;
  }

  /** Takes one unit, even if no room is left; the returned function gives it back once. */
  take(holder: string): () => void {
    this.#held.set(holder, (this.#held.get(holder) ?? 0) + 1);
    this.#count += 1;
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      const left = (this.#held.get(holder) ?? 1) - 1;
      if (left === 0) this.#held.delete(holder);
      else this.#held.set(holder, left);
      this.#count -= 1;
    };
  }
}
