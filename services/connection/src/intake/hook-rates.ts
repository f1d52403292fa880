/** The rate limit for events of one connection, per process. */
export interface HookRate {
  /** The accepted burst: the events of an outage, which AccuLynx retries within minutes. */
  readonly burst: number;
  /** The sustained rate: ten times what AccuLynx' API allows to be read. */
  readonly perSecond: number;
}

const usualRate: HookRate = { burst: 30_000, perSecond: 100 };

interface Bucket {
  tokens: number;
  filledAt: number;
}

const maxBuckets = 20_000;

/** One token bucket per connection. */
export class HookRates {
  readonly #rate: HookRate;
  readonly #now: () => number;
  readonly #buckets = new Map<number, Bucket>();

  constructor(rate: HookRate = usualRate, now: () => number = () => performance.now()) {
    this.#rate = rate;
    this.#now = now;
  }

  /** Takes a token for one event of a connection; false when it exceeds the connection's rate. */
  take(connectionId: number): boolean {
    const { burst, perSecond } = this.#rate;
    const now = this.#now();
    const bucket = this.#buckets.get(connectionId) ?? { tokens: burst, filledAt: now };
    bucket.tokens = Math.min(burst, bucket.tokens + ((now - bucket.filledAt) / 1_000) * perSecond);
    bucket.filledAt = now;
    // Evicts the least recently used bucket, which is full again, or nearly so.
    this.#buckets.delete(connectionId);
    const [oldest] = this.#buckets.keys();
    if (this.#buckets.size >= maxBuckets && oldest !== undefined) this.#buckets.delete(oldest);
    this.#buckets.set(connectionId, bucket);
    if (bucket.tokens < 1) return false;
    bucket.tokens -= 1;
    return true;
  }
}
