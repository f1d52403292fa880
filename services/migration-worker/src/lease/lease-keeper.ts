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
  /** How often a worker without runs asks while others' migrations are open: one may be left by its worker. */
  readonly openIntervalMs?: number;
  /** How often it asks when nothing is to be done anywhere: a new migration comes by its command. */
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
 * Renews the leases of all runs with one call a second. A worker without runs asks too, less often: the answer offers
 * runs that nobody holds. A run that was cancelled or lost is stopped with that reason.
 */
export class LeaseKeeper implements AsyncDisposable {
  readonly #options: Required<Omit<LeaseKeeperOptions, 'onRenewed'>> & Pick<LeaseKeeperOptions, 'onRenewed'>;
  readonly #held = new Map<number, HeldLease>();
  /** Finished runs and when their lease is given up at the latest. */
  readonly #lingering = new Map<number, number>();
  readonly #closed = new AbortController();
  #migrationsOpen = true;
  /** Ends the pause before the next renewal. */
  #wake: () => void = () => undefined;
  #loop: Promise<void> = Promise.resolve();

  constructor(options: LeaseKeeperOptions) {
    this.#options = {
      intervalMs: 1_000,
      openIntervalMs: 2_000,
      idleIntervalMs: 5_000,
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
    // The pause of a worker without runs may be longer than the lease.
    this.#wake();
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
    this.#wake();
    await this.#loop;
    for (const lease of [...this.#held.values()]) this.drop(lease);
  }

  async #renewUntilClosed(taker: OfferTaker): Promise<void> {
    while (!this.#closed.signal.aborted) {
      const started = this.#options.clock();
      const woken = new Promise<void>((resolve) => (this.#wake = resolve));
      await this.#renew(taker, started);
      await this.#pauseSince(started, woken);
    }
  }

  async #pauseSince(started: number, woken: Promise<void>): Promise<void> {
    const { intervalMs, openIntervalMs, idleIntervalMs, clock } = this.#options;
    const withoutRuns = this.#migrationsOpen ? openIntervalMs : idleIntervalMs;
    const interval = this.#held.size > 0 ? intervalMs : withoutRuns;
    const over = new AbortController();
    const rest = Math.max(0, started + interval - clock());
    await Promise.race([woken, pause(rest, undefined, { signal: over.signal }).catch(() => undefined)]);
    over.abort();
  }

  async #renew(taker: OfferTaker, sentAt: number): Promise<void> {
    const { orchestrator, logger, onRenewed } = this.#options;
    const asked = [...this.#held.values()];
    try {
      const answer = await orchestrator.renew(taker.freeSlots, asked);
      const states = new Map(answer.runs.map(({ migrationId, state }) => [migrationId, state]));
      for (const lease of asked) this.#apply(lease, states.get(lease.migrationId) ?? 'lost', sentAt);
      this.#migrationsOpen = answer.migrationsOpen;
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
