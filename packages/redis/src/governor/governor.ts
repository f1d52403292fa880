import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from '@ridgeline/kit';
import type { Redis } from '../open-redis.ts';
import type { Budget } from './budget.ts';
import { LocalLedger } from './local-ledger.ts';
import { RedisLedger } from './redis-ledger.ts';
import { answered, refused } from './refusal.ts';
import type { Grant, Ledger } from './reservation.ts';

/** What a call is waiting for. */
export interface GovernorWait {
  readonly ms: number;
  readonly budget: Budget;
  /** True when the vendor asked everybody to stop (`block`), false when the limit is used up for the moment. */
  readonly blocked: boolean;
}

/** How a caller waits. */
export interface AcquireOptions {
  /** Ends the wait and gives the place back; `acquire` rejects with the signal's reason. */
  readonly signal?: AbortSignal;
  /** Called before each wait, so that the caller can say what it waits for. */
  readonly onWait?: (wait: GovernorWait) => void;
}

/** Paces the calls to the vendors, for all replicas together. */
export interface Governor {
  /**
   * Resolves when one call may start under all of the budgets. Places are given in the order of asking; the caller sleeps
   * once, and again only if a budget was blocked meanwhile.
   */
  acquire(budgets: readonly Budget[], options?: AcquireOptions): Promise<void>;
  /** The vendor refused for `ms` (429, 423, Retry-After): no replica starts a call of this budget before that is over. */
  block(key: string, ms: number): Promise<void>;
  /** The vendor told its true limit, which holds for all replicas from now on. Cheap to call with every answer. */
  learnLimit(key: string, limit: number): Promise<void>;
  /**
   * A call was refused by a limit that the vendor does not name (429). Its own budget pauses for a window, longer when it
   * is refused again, and is narrower for a while; whether it was the shared one, the other answers tell.
   */
  limited(budgets: readonly Budget[], refusal: UnnamedRefusal): Promise<void>;
  /** A call was answered, which clears its budgets of earlier refusals. */
  answered(budgets: readonly Budget[], call: { readonly durationMs: number }): Promise<void>;
}

export interface UnnamedRefusal {
  /** What the vendor asks for, if it says. */
  readonly retryAfterMs: number | null;
  /** How long ago the call began. */
  readonly durationMs: number;
}

/** What a governor works with. */
export interface GovernorOptions {
  readonly redis: Pick<Redis, 'client'>;
  readonly logger: Logger;
  /** Into how many parts a limit is divided while Redis is away. Default 4. */
  readonly assumedReplicas?: number;
}

/** Creates the governor of this process. */
export function createGovernor({ redis, logger, assumedReplicas = 4 }: GovernorOptions): Governor {
  const local = new LocalLedger({ replicas: assumedReplicas });
  return new LedgerGovernor(new RedisLedger(redis.client), local, () => redis.client.isReady, logger);
}

/** A limit is told to Redis again after this time, well before Redis forgets it. */
const relearnMs = 3_600_000;

/** How often a call that waits for the end of a block looks whether it is still in force. */
const lookAtBlocksMs = 1_000;

class LedgerGovernor implements Governor {
  readonly #shared: Ledger;
  readonly #local: Ledger;
  readonly #sharedReady: () => boolean;
  readonly #logger: Logger;
  readonly #learned = new Map<string, { readonly limit: number; readonly at: number }>();
  #alone = false;

  constructor(shared: Ledger, local: Ledger, sharedReady: () => boolean, logger: Logger) {
    this.#shared = shared;
    this.#local = local;
    this.#sharedReady = sharedReady;
    this.#logger = logger;
  }

  async acquire(budgets: readonly Budget[], { signal, onWait }: AcquireOptions = {}): Promise<void> {
    signal?.throwIfAborted();
    const reservation = { id: randomUUID(), budgets };
    let ledger = this.#shared;
    let grant: Grant | undefined;
    for (;;) {
      const previous = grant?.held ? undefined : grant;
      const now = await this.#onLedger((it) => it.reserve(reservation, it === ledger ? previous : undefined));
      ({ ledger, answer: grant } = now);
      if (grant.waitMs <= 0) return;
      if (grant.because) onWait?.({ ms: grant.waitMs, ...grant.because });
      // A ban may turn out to be none.
      const isLong = grant.because?.blocked === true && grant.waitMs > lookAtBlocksMs;
      try {
        // Node's timers may fire up to a millisecond early.
        await delay(isLong ? lookAtBlocksMs : grant.waitMs + 1, undefined, signal ? { signal } : {});
      } catch (error) {
        await ledger.release(reservation).catch(() => undefined);
        signal?.throwIfAborted();
        throw error;
      }
      if (isLong) {
        await ledger.release(reservation).catch(() => undefined);
        grant = undefined;
      }
    }
  }

  async limited(budgets: readonly Budget[], { retryAfterMs, durationMs }: UnnamedRefusal): Promise<void> {
    const learn = (ledger: Ledger): Promise<void> =>
      ledger.change(budgets, (states, now) =>
        refused(states, { now, startedAt: now - Math.round(durationMs), retryAfterMs }),
      );
    await learn(this.#local);
    await this.#onLedger((ledger) => (ledger === this.#local ? Promise.resolve() : learn(ledger)));
  }

  async answered(budgets: readonly Budget[], { durationMs }: { readonly durationMs: number }): Promise<void> {
    const clear = (ledger: Ledger): Promise<void> =>
      ledger.change(budgets, (states, now) => answered(states, now - Math.round(durationMs)));
    await clear(this.#local);
    await this.#onLedger((ledger) => (ledger === this.#local ? Promise.resolve() : clear(ledger)));
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
