import type { RunWait } from '@ridgeline/contracts/internal';
import { withLogContext, type LogContext, type Logger } from '@ridgeline/kit';
import type { HeldLease } from '../lease/held-lease.ts';
import { leaseClock, type LeaseClock, type Moment } from '../lease/lease.ts';
import type { LeaseKeeper, OfferTaker } from '../lease/lease-keeper.ts';
import type { Grant, LeaseService, Offer } from '../orchestrator/orchestrator.ts';

/**
 * How a run left this worker: it ended permanently (`over`: the orchestrator has also ended its lease), was handed back
 * (immediately, or until a wait is over), or was taken away.
 */
export type RunExit =
  | { readonly exit: 'finished' | 'over' | 'lost' }
  | { readonly exit: 'handed-back'; readonly wait?: RunWait };

export interface RunSlotsOptions<Granted extends Grant, Offered extends Offer> {
  readonly slots: number;
  readonly orchestrator: Pick<LeaseService<Granted, Offered>, 'claim' | 'release'>;
  readonly keeper: LeaseKeeper<Offered>;
  /** Works on a claimed run until it ends; never rejects. */
  readonly execute: (claim: Granted, lease: HeldLease) => Promise<RunExit>;
  /** The log fields of a run: from its offer, and from its claim once it is granted. */
  readonly logContext: (offer: Offered, claim: Granted | null) => LogContext;
  readonly logger: Logger;
  /** Called whenever a slot is taken or becomes free. */
  readonly onSlots?: (slots: { readonly busy: number; readonly free: number }) => void;
  readonly clock?: LeaseClock;
}

/**
 * `full`: no slot is free. `refused`: the claim was refused, or this worker is still busy with an earlier attempt of the same
 * run.
 */
export type TakeAnswer = 'taken' | 'refused' | 'full';

interface Slot {
  readonly runId: number;
  readonly vacated: PromiseWithResolvers<undefined>;
  lease: HeldLease | null;
}

/** The worker's slots of one type: claims runs and executes each in a slot, independently of how it was offered. */
export class RunSlots<Granted extends Grant, Offered extends Offer>
  implements OfferTaker<Offered>, AsyncDisposable
{
  readonly #options: RunSlotsOptions<Granted, Offered>;
  readonly #busy = new Set<Slot>();
  #closing = false;

  constructor(options: RunSlotsOptions<Granted, Offered>) {
    this.#options = options;
  }

  get freeSlots(): number {
    return this.#closing ? 0 : this.#options.slots - this.#busy.size;
  }

  take(offer: Offered, askedAt: Moment): void {
    const { logger, logContext } = this.#options;
    this.claim(offer, askedAt).catch((error: unknown) =>
      logger.warn({ err: error, ...logContext(offer, null) }, 'A run could not be claimed'),
    );
  }

  /**
   * Claims a run, and executes it in the background if it is granted. Its lease counts from `askedAt`, when the offer was
   * requested: the offer may already be the grant. Rejects when the orchestrator does not answer.
   */
  async claim(offer: Offered, askedAt?: Moment): Promise<TakeAnswer> {
    const { orchestrator, keeper, logger, logContext, clock = leaseClock } = this.#options;
    const { runId } = offer;
    const known = keeper.holds(runId) || [...this.#busy].some((slot) => slot.runId === runId);
    // Its next attempt is offered with the renewals: a command waiting here would block those behind it.
    if (known) return 'refused';
    if (this.freeSlots <= 0) return 'full';
    const slot: Slot = { runId, vacated: Promise.withResolvers(), lease: null };
    this.#occupy(slot);
    try {
      const claimedAt = askedAt ?? clock();
      const claim = await orchestrator.claim(offer);
      if (!claim) {
        logger.info(logContext(offer, null), 'The run is not there to be claimed');
        return 'refused';
      }
      const lease = keeper.hold(runId, claim, claimedAt);
      slot.lease = lease;
      if (this.#closing) lease.stop('shutdown');
      void withLogContext(logContext(offer, claim), () => this.#run(slot, claim, lease));
      return 'taken';
    } finally {
      if (slot.lease === null) this.#vacate(slot);
    }
  }

  /** Takes no more runs, lets the batches in flight finish and hands the runs back, so that others resume immediately. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#closing = true;
    for (const { lease } of this.#busy) lease?.stop('shutdown');
    await Promise.all([...this.#busy].map(({ vacated }) => vacated.promise));
    // Their end is published but not counted yet: the next worker finds them either at their end or counted.
    for (const lease of this.#options.keeper.finishedLeases) await this.#handBack(lease);
  }

  async #run(slot: Slot, claim: Granted, lease: HeldLease): Promise<void> {
    const { execute, keeper, logger } = this.#options;
    try {
      const exit = await execute(claim, lease);
      // Completed sweeps are counted instead: there are too many for a log line each.
      const level = exit.exit === 'over' ? 'debug' : 'info';
      logger[level]({ ...exit, epoch: lease.epoch }, 'The run has left this worker');
      if (exit.exit === 'finished') keeper.finished(lease);
      else if (exit.exit === 'handed-back') await this.#handBack(lease, exit.wait);
      else keeper.drop(lease);
    } finally {
      this.#vacate(slot);
    }
  }

  async #handBack(lease: HeldLease, wait?: RunWait): Promise<void> {
    const { keeper, orchestrator, logger } = this.#options;
    keeper.drop(lease);
    await orchestrator
      .release(lease, wait)
      .catch((error: unknown) => logger.warn({ err: error }, 'The run could not be handed back'));
  }

  #occupy(slot: Slot): void {
    this.#busy.add(slot);
    this.#tellSlots();
  }

  #vacate(slot: Slot): void {
    this.#busy.delete(slot);
    slot.vacated.resolve(undefined);
    this.#tellSlots();
  }

  #tellSlots(): void {
    this.#options.onSlots?.({ busy: this.#busy.size, free: this.freeSlots });
  }
}
