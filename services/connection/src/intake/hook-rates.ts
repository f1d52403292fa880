/** Events of one connection, in this process. */
export interface HookRate {
  /** The burst that is accepted: an outage's events, repeated by AccuLynx within minutes. */
  readonly burst: number;
  /** In the long run: ten times what AccuLynx' API lets be read. */
  readonly perSecond: number;
}

const usualRate: HookRate = { burst: 30_000, perSecond: 100 };

interface Bucket {
  tokens: number;
  filledAt: number;
}

const maxBuckets = 20_000;

/** A token bucket for each connection. */
export class HookRates {
  readonly #rate: HookRate;
  readonly #now: () => number;
  readonly #buckets = new Map<number, Bucket>();

  constructor(rate: HookRate = usualRate, now: () => number = () => performance.now()) {
    this.#rate = rate;
    this.#now = now;
  }

  /** Takes one event of a connection; false when it is beyond its rate. */
  take(connectionId: number): boolean {
    const { burst, perSecond } = this.#rate;
    const now = this.#now();
    const bucket = this.#buckets.get(connectionId) ?? { tokens: burst, filledAt: now };
    bucket.tokens = Math.min(burst, bucket.tokens + ((now - bucket.filledAt) / 1_000) * perSecond);
    bucket.filledAt = now;
    // The one that was used longest ago is full again, or as good as.
    this.#buckets.delete(connectionId);
    const [oldest] = this.#buckets.keys();
    if (this.#buckets.size >= maxBuckets && oldest !== undefined) this.#buckets.delete(oldest);
    this.#buckets.set(connectionId, bucket);
    if (bucket.tokens < 1) return false;
    bucket.tokens -= 1;
    return true;
  }
}
