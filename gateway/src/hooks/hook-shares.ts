/** Limits on deliveries in progress, from before the body is read until the answer is sent. */
export interface HookShareLimits {
  readonly perToken: number;
  /** For all tokens together; once it is reached, a token without a delivery in progress is still let in. */
  readonly inAll: number;
}

/** One second of a connection's rate (100 per second); bodies have 256 kB at most, so one token has 25 MB of memory. */
const usualLimits: HookShareLimits = { perToken: 100, inAll: 1_000 };

/** Gives each token a share of the deliveries in progress in this process, so that a flood on one leaves room for others. */
export class HookShares {
  readonly #limits: HookShareLimits;
  readonly #held = new Map<string, number>();
  #inAll = 0;

  constructor(limits: HookShareLimits = usualLimits) {
    this.#limits = limits;
  }

  /** Takes one place for the token, which `leave` gives back; false when none is left. */
  enter(token: string): boolean {
    const held = this.#held.get(token) ?? 0;
    const share = this.#inAll < this.#limits.inAll ? this.#limits.perToken : 1;
    if (held >= share) return false;
    this.#held.set(token, held + 1);
    this.#inAll += 1;
    return true;
  }

  leave(token: string): void {
    const held = this.#held.get(token) ?? 0;
    if (held > 1) this.#held.set(token, held - 1);
    else this.#held.delete(token);
    this.#inAll -= 1;
  }
}
