import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from '@ridgeline/kit';
import type { Registry } from '@ridgeline/kit/metrics';
import type { Redis } from '../open-redis.ts';
import type { Budget } from './budget.ts';
import type { AcquireOptions, Governor, UnnamedRefusal } from './governor.ts';
import { measureGovernor, type GovernorState } from './governor-metrics.ts';
import { Lateness, watchStalls, type Stalls } from './lateness.ts';
import { LocalLedger } from './local-ledger.ts';
import { RedisLedger } from './redis-ledger.ts';
import { answered, refused, type Change } from './refusal.ts';
import type { Grant, Ledger } from './reservation.ts';

/** What a governor works with. */
export interface GovernorOptions {
  readonly redis: Pick<Redis, 'client'>;
  readonly logger: Logger;
  /** Into how many parts a limit is divided while Redis is away. Default 4. */
  readonly assumedReplicas?: number;
  /** Where the limits' use is measured; nowhere unless given. */
  readonly metrics?: Registry;
  /** How long this process stood still; watched unless given. */
  readonly stalls?: Stalls;
}

/** Creates the governor of this process. */
export function createGovernor(options: GovernorOptions): Governor {
  const { redis, logger, assumedReplicas = 4, metrics, stalls = watchStalls() } = options;
  const local = new LocalLedger({ replicas: assumedReplicas });
  const shared = new RedisLedger(redis.client);
  const governor = new LedgerGovernor({
    shared,
    local,
    sharedReady: () => redis.client.isReady,
    lateness: new Lateness(stalls),
    logger,
  });
  return metrics ? measureGovernor(governor, governor, metrics) : governor;
}

/** A limit is told to Redis again after this time, well before Redis forgets it. */
const relearnMs = 3_600_000;

/** How often a call that waits for the end of a block looks whether it is still in force. */
const lookAtBlocksMs = 1_000;

/** A call that hears so late that it may go would start that much later than its place; a vendor's window forgives that. */
const lateMs = 50;

class LedgerGovernor implements Governor, GovernorState {
  readonly #shared: Ledger;
  readonly #local: Ledger;
  readonly #sharedReady: () => boolean;
  readonly #lateness: Lateness;
  readonly #logger: Logger;
  readonly #learned = new Map<string, { readonly limit: number; readonly at: number }>();
  #alone = false;

  constructor(parts: {
    readonly shared: Ledger;
    readonly local: Ledger;
    readonly sharedReady: () => boolean;
    readonly lateness: Lateness;
    readonly logger: Logger;
  }) {
    this.#shared = parts.shared;
    this.#local = parts.local;
    this.#sharedReady = parts.sharedReady;
    this.#lateness = parts.lateness;
    this.#logger = parts.logger;
  }

  isAlone(): boolean {
    return this.#alone;
  }

  learned(key: string): number | undefined {
    return this.#learned.get(key)?.limit;
  }

  async acquire(budgets: readonly Budget[], { signal, onWait }: AcquireOptions = {}): Promise<void> {
    signal?.throwIfAborted();
    const id = randomUUID();
    const reservation = { id, budgets };
    let ledger = this.#shared;
    let grant: Grant | undefined;
    for (let toleratedMs = lateMs; ;) {
      const askedAt = performance.now();
      const before = grant?.askedAt;
      const widened = this.#widened(budgets);
      const now = await this.#onLedger((it) =>
        it.reserve({ id, budgets: widened }, it === ledger ? before : undefined),
      );
      ({ ledger, answer: grant } = now);
      if (grant.waitMs <= 0) {
        if (grant.isProbe || performance.now() - askedAt <= toleratedMs) return;
        // It would start later than it is counted: it takes another place. Each time it is allowed more, to come to an end.
        toleratedMs *= 2;
        continue;
      }
      if (grant.because) onWait?.({ ms: grant.waitMs, ...grant.because });
      // A ban may turn out to be none.
      const isLong = grant.because?.blocked === true && grant.waitMs > lookAtBlocksMs;
      try {
        // Node's timers may fire up to a millisecond early.
        await delay(isLong ? lookAtBlocksMs : grant.waitMs + 1, undefined, signal ? { signal } : {});
      } catch (error) {
        await ledger.release(reservation, grant).catch(() => undefined);
        signal?.throwIfAborted();
        throw error;
      }
    }
  }

  async limited(budgets: readonly Budget[], { retryAfterMs, durationMs }: UnnamedRefusal): Promise<void> {
    await this.#learn(budgets, durationMs, (states, times) => refused(states, { ...times, retryAfterMs }));
  }

  async answered(budgets: readonly Budget[], { durationMs }: { readonly durationMs: number }): Promise<void> {
    await this.#learn(budgets, durationMs, (states, { startedAt }) => answered(states, startedAt));
  }

  async block(key: string, ms: number): Promise<void> {
    if (ms <= 0) return;
    await this.#local.block(key, ms);
    await this.#onLedger((ledger) => ledger.block(key, ms));
  }

  async learnLimit(key: string, limit: number): Promise<void> {
    const known = this.#learned.get(key);
    const now = performance.now();
    if (known?.limit === limit && now - known.at < relearnMs) return;
    this.#learned.set(key, { limit, at: now });
    await this.#local.learnLimit(key, limit);
    await this.#onLedger((ledger) => ledger.learnLimit(key, limit));
  }

  /** The budgets with windows for a process that may stall before a call that goes now arrives. */
  #widened(budgets: readonly Budget[]): readonly Budget[] {
    const extraMs = this.#lateness.extraMs();
    return extraMs === 0 ? budgets : budgets.map((each) => ({ ...each, windowMs: each.windowMs + extraMs }));
  }

  /** Changes what both ledgers know. When the call began is settled here, however long the ledgers take. */
  async #learn(budgets: readonly Budget[], durationMs: number, change: Change): Promise<void> {
    const startedAt = performance.now() - durationMs;
    await this.#local.change(budgets, startedAt, change);
    await this.#onLedger(async (ledger) => {
      if (ledger !== this.#local) await ledger.change(budgets, startedAt, change);
    });
  }

  /** Asks the shared ledger, and the local one when Redis does not answer. */
  async #onLedger<T>(ask: (ledger: Ledger) => Promise<T>): Promise<{ ledger: Ledger; answer: T }> {
    if (this.#sharedReady()) {
      try {
        const answer = await ask(this.#shared);
        this.#note(false);
        return { ledger: this.#shared, answer };
      } catch (error) {
        this.#note(true, error);
      }
    } else this.#note(true);
    return { ledger: this.#local, answer: await ask(this.#local) };
  }

  #note(alone: boolean, cause?: unknown): void {
    if (alone === this.#alone) return;
    this.#alone = alone;
    if (alone)
      this.#logger.warn({ err: cause }, 'Redis is away: calls are paced by a local share of the limits');
    else this.#logger.info('Calls are paced by the shared limits again');
  }
}
