import { setTimeout as pause } from 'node:timers/promises';
import type { Claim } from '@ridgeline/contracts/internal';
import type { Logger } from '@ridgeline/kit';
import type { Orchestrator, Renewal } from '../orchestrator/orchestrator.ts';
import { HeldLease, monotonicClock, type MonotonicClock } from './lease.ts';

export interface LeaseKeeperOptions {
  readonly orchestrator: Pick<Orchestrator, 'renew'>;
  readonly logger: Logger;
  /** Told of every renewal that the orchestrator answered. */
  readonly onRenewed?: () => void;
  readonly intervalMs?: number;
  /** How often a worker without runs asks for open ones. */
  readonly idleIntervalMs?: number;
  /** How long a batch in flight may go on writing after a stop. */
  readonly graceMs?: number;
  /** How long a finished run keeps its lease, waiting for the orchestrator to read its closing report. */
  readonly lingerMs?: number;
  readonly clock?: MonotonicClock;
}

/** What the keeper needs to know of the rest of the worker. */
export interface OfferTaker {
  readonly freeSlots: number;
  /** A run that nobody holds. Must not throw. */
  take(offer: Renewal['offers'][number]): void;
}

/**
 * Renews the leases of all runs with one call a second, and asks every other second when there are none: the answer
 * offers runs that nobody holds. A run that was cancelled or lost is stopped with that reason.
 */
export class LeaseKeeper implements AsyncDisposable {
  readonly #options: Required<Omit<LeaseKeeperOptions, 'onRenewed'>> & Pick<LeaseKeeperOptions, 'onRenewed'>;
  readonly #held = new Map<number, HeldLease>();
  /** Finished runs and when their lease is given up at the latest. */
  readonly #lingering = new Map<number, number>();
  readonly #closed = new AbortController();
  #loop: Promise<void> = Promise.resolve();

  constructor(options: LeaseKeeperOptions) {
    this.#options = {
      intervalMs: 1_000,
      idleIntervalMs: 2_000,
      graceMs: 5_000,
      lingerMs: 30_000,
      clock: monotonicClock,
      ...options,
    };
  }

  /** Starts to renew. */
  start(taker: OfferTaker): void {
    this.#loop = this.#renewUntilClosed(taker);
  }

  /** Whether a lease on this migration is held, be it only until its closing report is read. */
  holds(migrationId: number): boolean {
    return this.#held.has(migrationId);
  }

  /** Takes a claim into care. `claimedAt` is the clock's time when the claim was sent. */
  hold(claim: Claim, claimedAt: number): HeldLease {
    const { graceMs, clock } = this.#options;
    const { epoch, leaseMs, settings } = claim;
    const lease = new HeldLease({
      migrationId: settings.migrationId,
      epoch,
      leaseMs,
      claimedAt,
      graceMs,
      clock,
    });
    this.#held.set(lease.migrationId, lease);
    return lease;
  }

  /** The run has published its end: the lease lasts until the orchestrator says that it is over. */
  finished(lease: HeldLease): void {
    this.#lingering.set(lease.migrationId, this.#options.clock() + this.#options.lingerMs);
  }

  /** The run is no longer this worker's. */
  drop(lease: HeldLease): void {
    lease[Symbol.dispose]();
    this.#lingering.delete(lease.migrationId);
    this.#held.delete(lease.migrationId);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#closed.abort();
    await this.#loop;
    for (const lease of [...this.#held.values()]) this.drop(lease);
  }

  async #renewUntilClosed(taker: OfferTaker): Promise<void> {
    const { intervalMs, idleIntervalMs, clock } = this.#options;
    const { signal } = this.#closed;
    while (!signal.aborted) {
      const started = clock();
      await this.#renew(taker, started);
      const interval = this.#held.size > 0 ? intervalMs : idleIntervalMs;
      const rest = Math.max(0, started + interval - clock());
      await pause(rest, undefined, { signal }).catch(() => undefined);
    }
  }

  async #renew(taker: OfferTaker, sentAt: number): Promise<void> {
    const { orchestrator, logger, onRenewed } = this.#options;
    const asked = [...this.#held.values()];
    try {
      const answer = await orchestrator.renew(taker.freeSlots, asked);
      const states = new Map(answer.runs.map(({ migrationId, state }) => [migrationId, state]));
      for (const lease of asked) this.#apply(lease, states.get(lease.migrationId) ?? 'lost', sentAt);
      onRenewed?.();
      if (!this.#closed.signal.aborted) for (const offer of answer.offers) taker.take(offer);
    } catch (error) {
      logger.warn({ err: error }, 'The leases could not be renewed; trying again');
    }
  }

  #apply(lease: HeldLease, state: Renewal['runs'][number]['state'], sentAt: number): void {
    if (this.#held.get(lease.migrationId) !== lease) return;
    const until = this.#lingering.get(lease.migrationId);
    if (until !== undefined && (state === 'lost' || this.#options.clock() >= until)) this.drop(lease);
    else if (state === 'lost') lease.stop('lost');
    else {
      lease.renewed(sentAt);
      if (state === 'cancelled') lease.stop('cancelled');
    }
  }
}
