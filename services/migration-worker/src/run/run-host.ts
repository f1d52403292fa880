import type { Claim } from '@ridgeline/contracts/internal';
import { withLogContext, type Logger } from '@ridgeline/kit';
import { monotonicClock, type HeldLease, type MonotonicClock } from '../lease/lease.ts';
import type { LeaseKeeper, OfferTaker } from '../lease/lease-keeper.ts';
import type { Orchestrator } from '../orchestrator/orchestrator.ts';

/** How a run left this worker: ended for good, handed back for another worker, or taken away. */
export type RunDeparture = 'finished' | 'handed-back' | 'lost';

export interface RunHostOptions {
  readonly slots: number;
  readonly orchestrator: Pick<Orchestrator, 'claim' | 'release'>;
  readonly keeper: LeaseKeeper;
  /** Works on a claimed run until it ends; never rejects. */
  readonly execute: (claim: Claim, lease: HeldLease) => Promise<RunDeparture>;
  readonly logger: Logger;
  /** Told whenever a slot is taken or becomes free. */
  readonly onSlots?: (slots: { readonly busy: number; readonly free: number }) => void;
  readonly clock?: MonotonicClock;
}

/** `full`: no slot is free, or this worker is still busy with an earlier attempt of the same migration. */
export type TakeAnswer = 'taken' | 'refused' | 'full';

interface Slot {
  readonly migrationId: number;
  readonly vacated: PromiseWithResolvers<undefined>;
  lease: HeldLease | null;
}

/** The worker's slots: claims runs and lets them run, each in its slot, apart from whoever brought them. */
export class RunHost implements OfferTaker, AsyncDisposable {
  readonly #options: RunHostOptions;
  readonly #busy = new Set<Slot>();
  #closing = false;

  constructor(options: RunHostOptions) {
    this.#options = options;
  }

  get freeSlots(): number {
    return this.#closing ? 0 : this.#options.slots - this.#busy.size;
  }

  take(offer: { readonly migrationId: number; readonly attempt: number }): void {
    this.claim(offer.migrationId, offer.attempt).catch((error: unknown) =>
      this.#options.logger.warn({ err: error, migrationId: offer.migrationId }, 'A run could not be claimed'),
    );
  }

  /** Claims a run; it goes on by itself when it is taken. Rejects when the orchestrator does not answer. */
  async claim(migrationId: number, attempt: number): Promise<TakeAnswer> {
    const { orchestrator, keeper, logger, clock = monotonicClock } = this.#options;
    const known =
      keeper.holds(migrationId) || [...this.#busy].some((slot) => slot.migrationId === migrationId);
    if (this.freeSlots <= 0 || known) return 'full';
    const slot: Slot = { migrationId, vacated: Promise.withResolvers(), lease: null };
    this.#occupy(slot);
    try {
      const claimedAt = clock();
      const claim = await orchestrator.claim(migrationId, attempt);
      if (!claim) {
        logger.info({ migrationId, attempt }, 'The run is not there to be claimed');
        return 'refused';
      }
      const lease = keeper.hold(claim, claimedAt);
      slot.lease = lease;
      if (this.#closing) lease.stop('shutdown');
      const { companyId, connectionId } = claim.settings;
      void withLogContext({ migrationId, companyId, connectionId }, () => this.#run(slot, claim, lease));
      return 'taken';
    } finally {
      if (slot.lease === null) this.#vacate(slot);
    }
  }

  /** Takes no more runs, lets the batches in flight finish and hands the runs back, so that others resume at once. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#closing = true;
    for (const { lease } of this.#busy) lease?.stop('shutdown');
    await Promise.all([...this.#busy].map(({ vacated }) => vacated.promise));
  }

  async #run(slot: Slot, claim: Claim, lease: HeldLease): Promise<void> {
    const { execute, keeper, orchestrator, logger } = this.#options;
    try {
      const departure = await execute(claim, lease);
      logger.info({ departure, epoch: lease.epoch }, 'The run has left this worker');
      if (departure === 'finished') {
        keeper.finished(lease);
        return;
      }
      keeper.drop(lease);
      if (departure === 'handed-back')
        await orchestrator
          .release(lease)
          .catch((error: unknown) => logger.warn({ err: error }, 'The run could not be handed back'));
    } finally {
      this.#vacate(slot);
    }
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
