import { pause, type Logger } from '@ridgeline/kit';
import { endsForGood, type StopReason } from '../base/run-errors.ts';
import type { Grant, LeaseService, Offer, Renewal } from '../orchestrator/orchestrator.ts';
import { HeldLease } from './held-lease.ts';
import { leaseClock, type LeaseClock, type Moment } from './lease.ts';

/*
 * A lease is the right to work on a run. Four signals say what the run may still do (lease.ts).
 *
 *   (claim) ──────── `hold` ─────────────────────────────> held       renewed with all others, from now on
 *   held ─────────── no answer for as long as it lasts ──> late       vendor calls wait; no signal aborts
 *   late ─────────── a renewal is answered ──────────────> held       the calls continue
 *   held, late ───── an answer or the worker stops it ───> stopping   work in flight gets `graceMs`; still renewed
 *   any ──────────── an answer says 'lost' ──────────────> lost       all signals abort; the run ends without a report
 *   held, stopping ─ `finished`: the end is published ───> finished   still renewed: the end is not counted yet
 *   finished ─────── an answer says 'lost' ──────────────> dropped    the count of the end has ended the lease
 *   stopping, lost ─ `drop`: handed back, or taken ──────> dropped
 *
 * A round reads the time, renews all leases in one call, applies the answers, accepts the offers, and pauses until its interval
 * is over. `hold` of the first lease and disposal end the pause. 'busy' changes nothing until the next answer.
 *
 * Why no lease is trusted too long: it counts from when the renewal was sent, which is before the orchestrator counts it,
 * and by the faster of two clocks. Why a late lease is not a lost one: only the orchestrator's answer says that another
 * worker has the run. Why an answer cannot concern the wrong attempt: an answer for a lease no longer held is ignored.
 */

export interface LeaseKeeperOptions<Offered extends Offer> {
  readonly orchestrator: Pick<LeaseService<Grant, Offered>, 'renew'>;
  readonly logger: Logger;
  /** Called after each renewal that the orchestrator answered. */
  readonly onRenewed?: () => void;
  /** How often leases are renewed; more often if they are short. */
  readonly intervalMs?: number;
  /** How often a worker without runs polls while there is open work of others, whose workers may leave it. */
  readonly openIntervalMs?: number;
  /** How often it polls when there is no work anywhere: a new migration arrives by its command. */
  readonly idleIntervalMs?: number;
  /** How long calls in flight may continue after a stop, by reason. */
  readonly graceMs?: (reason: StopReason) => number;
  readonly clock?: LeaseClock;
}

/**
 * A run that ends permanently waits for its calls in flight, longer than a call may take: otherwise their outcome would not
 * be reported. A run that continues elsewhere need not: its plans are executed again unchanged.
 */
export function graceAfter(reason: StopReason): number {
  return endsForGood(reason) ? 45_000 : 5_000;
}

/** What the keeper needs from the rest of the worker. */
export interface OfferTaker<Offered extends Offer> {
  readonly freeSlots: number;
  /** Takes a run that no worker holds, from the answer to a renewal sent at that time. Must not throw. */
  take(offer: Offered, askedAt: Moment): void;
}

/** The longest time between two renewals, as a share of the lease: two fit into it. */
const maxShareOfLease = 0.4;

/**
 * Renews the leases of all runs with one call per interval. A worker without runs calls as well, but less often, because the
 * answer offers runs that no worker holds. A run that was cancelled or lost is stopped with that reason.
 */
export class LeaseKeeper<Offered extends Offer> implements AsyncDisposable {
  readonly #options: Required<Omit<LeaseKeeperOptions<Offered>, 'onRenewed'>> &
    Pick<LeaseKeeperOptions<Offered>, 'onRenewed'>;
  readonly #held = new Map<number, HeldLease>();
  /** Runs whose end is published and not yet counted. */
  readonly #finished = new Set<HeldLease>();
  readonly #closed = new AbortController();
  #isWorkOpen = true;
  /** Ends the pause before the next renewal. */
  #wake: () => void = () => undefined;
  #loop: Promise<void> = Promise.resolve();

  constructor(options: LeaseKeeperOptions<Offered>) {
    this.#options = {
      intervalMs: 1_000,
      openIntervalMs: 2_000,
      idleIntervalMs: 5_000,
      graceMs: graceAfter,
      clock: leaseClock,
      ...options,
    };
  }

  /** Starts to renew. */
  start(taker: OfferTaker<Offered>): void {
    this.#loop = this.#renewUntilClosed(taker);
  }

  /** Whether a lease on this run is held, even if only until its final report is read. */
  holds(runId: number): boolean {
    return this.#held.has(runId);
  }

  /** Starts to renew a granted claim. `claimedAt` is the clock's time when the claim was sent. */
  hold(runId: number, { epoch, leaseMs, claimedAt: grantedAt }: Grant, claimedAt: Moment): HeldLease {
    const { graceMs, clock } = this.#options;
    const lease = new HeldLease({ runId, epoch, leaseMs, claimedAt, grantedAt, graceMs, clock });
    // The pause of a worker without runs may be longer than the lease.
    if (this.#held.size === 0) this.#wake();
    this.#held.set(runId, lease);
    return lease;
  }

  /** The run has published its end: the lease lasts until the end is counted, which ends the lease. */
  finished(lease: HeldLease): void {
    this.#finished.add(lease);
  }

  /** Runs whose end is published and not yet counted. */
  get finishedLeases(): readonly HeldLease[] {
    return [...this.#finished];
  }

  /** The run is no longer this worker's. */
  drop(lease: HeldLease): void {
    lease[Symbol.dispose]();
    this.#finished.delete(lease);
    this.#held.delete(lease.runId);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#closed.abort();
    this.#wake();
    await this.#loop;
    for (const lease of [...this.#held.values()]) this.drop(lease);
  }

  async #renewUntilClosed(taker: OfferTaker<Offered>): Promise<void> {
    while (!this.#closed.signal.aborted) {
      const started = this.#options.clock();
      const woken = new Promise<void>((resolve) => (this.#wake = resolve));
      await this.#renew(taker, started);
      await this.#pauseSince(started.monotonic, woken);
    }
  }

  async #pauseSince(started: number, woken: Promise<void>): Promise<void> {
    const { intervalMs, openIntervalMs, idleIntervalMs, clock } = this.#options;
    const withoutRuns = this.#isWorkOpen ? openIntervalMs : idleIntervalMs;
    const shortestMs = Math.min(...[...this.#held.values()].map(({ leaseMs }) => leaseMs));
    const withRuns = Math.min(intervalMs, maxShareOfLease * shortestMs);
    const interval = this.#held.size > 0 ? withRuns : withoutRuns;
    const over = new AbortController();
    const rest = Math.max(0, started + interval - clock().monotonic);
    await Promise.race([woken, pause(rest, over.signal).catch(() => undefined)]);
    over.abort();
  }

  async #renew(taker: OfferTaker<Offered>, sentAt: Moment): Promise<void> {
    const { orchestrator, logger, onRenewed } = this.#options;
    const asked = [...this.#held.values()];
    try {
      const answer = await orchestrator.renew(taker.freeSlots, asked);
      const answers = new Map(answer.runs.map((run) => [run.runId, run]));
      for (const lease of asked) this.#apply(lease, answers.get(lease.runId), { sentAt, ...answer });
      this.#isWorkOpen = answer.isWorkOpen;
      onRenewed?.();
      if (!this.#closed.signal.aborted) for (const offer of answer.offers) taker.take(offer, sentAt);
    } catch (error) {
      logger.warn({ err: error }, 'The leases could not be renewed; trying again');
    }
  }

  #apply(
    lease: HeldLease,
    answer: Renewal<Offered>['runs'][number] | undefined,
    { sentAt, renewedAt }: Pick<Renewal<Offered>, 'renewedAt'> & { readonly sentAt: Moment },
  ): void {
    if (this.#held.get(lease.runId) !== lease) return;
    const { state, uncounted } = answer ?? { state: 'lost', uncounted: 0 };
    // Another request is deciding about it: the next answer contains the decision.
    if (state === 'busy') return;
    if (state === 'lost' && this.#finished.has(lease)) this.drop(lease);
    else lease.renewed(sentAt, state, uncounted, renewedAt);
  }
}
