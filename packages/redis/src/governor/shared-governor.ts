import { randomUUID } from 'node:crypto';
import { pause, type Logger } from '@ridgeline/kit';
import type { Redis } from '../open-redis.ts';
import { BackgroundLine } from './background-line.ts';
import { kindOf, type Budget, type DailyUse } from './budget.ts';
import type { AcquireOptions, Governor, GovernorState, GovernorWait, UnnamedRefusal } from './governor.ts';
import { Lateness, watchStalls, type Stalls } from './lateness.ts';
import { LastKnown, LocalLimitStore } from './limit-store.local.ts';
import { RedisLimitStore } from './limit-store.redis.ts';
import { lookForPlaceMs, ownAndShared, type Grant, type LimitStore, type WaitCause } from './limit-store.ts';
import { answered, refused, type Change } from './refusal.ts';

/** What a governor works with. */
export interface GovernorOptions {
  readonly redis: Pick<Redis, 'client'>;
  readonly logger: Logger;
  /** How many parts a limit is divided into while Redis is unavailable. Default 4. */
  readonly assumedReplicas?: number;
  /** How long this process stalled; measured unless given. */
  readonly stalls?: Stalls;
}

/** Creates the governor of this process. */
export function createGovernor(options: GovernorOptions): Governor & GovernorState {
  const { redis, logger, assumedReplicas = 4, stalls = watchStalls() } = options;
  const local = new LocalLimitStore({ replicas: assumedReplicas });
  const shared = new RedisLimitStore(redis.client);
  return new SharedGovernor({
    shared,
    local,
    sharedReady: () => redis.client.isReady,
    lateness: new Lateness(stalls),
    logger,
  });
}

/** A limit is stored in Redis again after this time, well before it expires there. */
const relearnMs = 3_600_000;

/**
 * How long migrations leave the rest of a vendor's day alone before one of their calls checks whether a new day has begun;
 * an answer to sync or to a user shows it sooner.
 */
const lookAtDayMs = 15 * 60_000;
/** While the rest is reserved, the store is notified at most once in this time. */
const retellDayMs = 60_000;
/** The rest of a day is recorded at most once in this time. */
const noteDayMs = 10_000;

/** How often a call that waits for a block to end checks whether it is still in force. */
const lookAtBlocksMs = 1_000;

/** How late a grant may arrive: the call then starts that much after its place, which the vendor's window tolerates. */
const lateMs = 50;

/** Names the budget as the caller gave it; the store may have seen it with a longer window. */
function asGiven(cause: WaitCause, budgets: readonly Budget[]): WaitCause {
  const { key } = cause.budget;
  return { ...cause, budget: budgets.find((each) => each.key === key) ?? cause.budget };
}

export class SharedGovernor implements Governor, GovernorState {
  readonly #shared: LimitStore;
  readonly #local: LocalLimitStore;
  readonly #sharedReady: () => boolean;
  readonly #lateness: Lateness;
  readonly #logger: Logger;
  readonly #known = new LastKnown();
  /** When this process last reported that the rest of a budget's day is reserved. */
  readonly #restReservedAt = new Map<string, number>();
  readonly #dayNotedAt = new Map<string, number>();
  /** By the shared limit. */
  readonly #lines = new Map<string, BackgroundLine>();
  #alone = false;

  constructor(parts: {
    readonly shared: LimitStore;
    readonly local: LocalLimitStore;
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
    return this.#known.limit(key)?.limit;
  }

  async acquire(budgets: readonly Budget[], options: AcquireOptions): Promise<void> {
    const { shared } = ownAndShared(budgets);
    if (options.priority !== 'background' || !shared) return this.#untilGranted(budgets, options);
    const leave = await this.#lineOf(shared).enter(options.signal);
    const onWait = (wait: GovernorWait): void => {
      // The limit of its own credential blocks no other call.
      if (kindOf(wait.budget) === 'own') leave();
      options.onWait?.(wait);
    };
    await this.#untilGranted(budgets, { ...options, onWait }).finally(leave);
  }

  #lineOf({ key }: Budget): BackgroundLine {
    const line = this.#lines.get(key) ?? new BackgroundLine();
    this.#lines.set(key, line);
    return line;
  }

  async #untilGranted(
    budgets: readonly Budget[],
    { priority, signal, onWait }: AcquireOptions,
  ): Promise<void> {
    signal?.throwIfAborted();
    const reservation = { id: randomUUID(), budgets, priority };
    let store = this.#shared;
    let grant: Grant | undefined;
    for (let toleratedMs = lateMs; ;) {
      const askedAt = performance.now();
      const before = grant?.askedAt;
      const widened = this.#widened(budgets);
      const now = await this.#onStore((it) =>
        it.reserve({ ...reservation, budgets: widened }, it === store ? before : undefined),
      );
      ({ store, answer: grant } = now);
      if (grant.waitMs <= 0) {
        if (grant.isProbe || performance.now() - askedAt <= toleratedMs) return;
        // It would start later than it is counted, so it takes another place. The tolerance doubles each time, so that
        // the loop ends.
        toleratedMs *= 2;
        continue;
      }
      if (grant.because) onWait?.({ ms: grant.waitMs, ...asGiven(grant.because, budgets) });
      // A block may be withdrawn early.
      const longestMs = grant.because?.blocked === true ? lookAtBlocksMs : lookForPlaceMs;
      try {
        // Node's timers may fire up to a millisecond early.
        await pause(Math.min(longestMs, grant.waitMs + 1), signal);
      } catch (error) {
        await store.release(reservation, grant).catch(() => undefined);
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
    this.#known.block(key, ms);
    await this.#onStore((store) => store.block(key, ms));
  }

  async learnLimit(key: string, limit: number): Promise<void> {
    const known = this.#known.limit(key);
    if (known?.limit === limit && performance.now() - known.at < relearnMs) return;
    this.#known.learnLimit(key, limit);
    await this.#onStore((store) => store.learnLimit(key, limit));
  }

  async announceSync(budgets: readonly Budget[]): Promise<void> {
    const keys = budgets.map(({ key }) => key);
    await this.#onStore((store) => store.announceSync(keys));
  }

  async learnDailyUse(key: string, use: DailyUse): Promise<void> {
    await this.#noteDay(key, use);
    const { limit, remaining } = use;
    const isReserved = remaining <= limit / 10;
    const toldAt = this.#restReservedAt.get(key);
    const ms = isReserved ? lookAtDayMs : 0;
    if (isReserved) {
      if (toldAt !== undefined && performance.now() - toldAt < retellDayMs) return;
      this.#restReservedAt.set(key, performance.now());
    } else if (!this.#restReservedAt.delete(key)) return;
    this.#known.reserveRest(key, ms);
    await this.#onStore((store) => store.reserveRest(key, ms));
  }

  async #noteDay(key: string, use: DailyUse): Promise<void> {
    const notedAt = this.#dayNotedAt.get(key);
    if (notedAt !== undefined && performance.now() - notedAt < noteDayMs) return;
    this.#dayNotedAt.set(key, performance.now());
    await this.#onStore((store) => store.noteDailyUse(key, use));
  }

  /** The budgets with vendors' windows widened, as this process may stall before a call that goes now arrives. */
  #widened(budgets: readonly Budget[]): readonly Budget[] {
    const extraMs = this.#lateness.extraMs();
    if (extraMs === 0) return budgets;
    return budgets.map((each) => (each.isOwnPace ? each : { ...each, windowMs: each.windowMs + extraMs }));
  }

  /** The start of the call is determined here, however long the store takes. */
  async #learn(budgets: readonly Budget[], durationMs: number, change: Change): Promise<void> {
    const startedAt = performance.now() - durationMs;
    const { store, answer } = await this.#onStore((it) => it.change(budgets, startedAt, change));
    if (store === this.#shared) this.#known.remember(answer);
  }

  /** Asks the shared store, or the local one while Redis does not answer. */
  async #onStore<T>(ask: (store: LimitStore) => Promise<T>): Promise<{ store: LimitStore; answer: T }> {
    if (this.#sharedReady()) {
      try {
        const answer = await ask(this.#shared);
        this.#note(false);
        return { store: this.#shared, answer };
      } catch (error) {
        this.#note(true, error);
      }
    } else this.#note(true);
    return { store: this.#local, answer: await ask(this.#local) };
  }

  #note(alone: boolean, cause?: unknown): void {
    if (alone === this.#alone) return;
    this.#alone = alone;
    if (alone) {
      this.#known.handTo(this.#local);
      this.#logger.warn({ err: cause }, 'Redis is unavailable; pacing calls by a local share of the limits');
    } else this.#logger.info('Calls are paced by the shared limits again');
  }
}
