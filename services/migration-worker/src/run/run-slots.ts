import type { Claim, RunWait } from '@ridgeline/contracts/internal';
import { withLogContext, type Logger } from '@ridgeline/kit';
import type { HeldLease } from '../lease/held-lease.ts';
import { leaseClock, type LeaseClock } from '../lease/lease.ts';
import type { LeaseKeeper, OfferTaker } from '../lease/lease-keeper.ts';
import type { LeaseService } from '../orchestrator/orchestrator.ts';

/** How a run left this worker: ended for good, handed back (at once, or for when a wait is over), or taken away. */
export type RunExit =
  { readonly exit: 'finished' | 'lost' } | { readonly exit: 'handed-back'; readonly wait?: RunWait };

export interface RunSlotsOptions {
  readonly slots: number;
  readonly orchestrator: Pick<LeaseService, 'claim' | 'release'>;
  readonly keeper: LeaseKeeper;
  /** Works on a claimed run until it ends; never rejects. */
  readonly execute: (claim: Claim, lease: HeldLease) => Promise<RunExit>;
  readonly logger: Logger;
  /** Told whenever a slot is taken or becomes free. */
  readonly onSlots?: (slots: { readonly busy: number; readonly free: number }) => void;
  readonly clock?: LeaseClock;
}

/** `full`: no slot is free. `refused`: also while this worker is busy with an earlier attempt of the same migration. */
export type TakeAnswer = 'taken' | 'refused' | 'full';

interface Slot {
  readonly migrationId: number;
  readonly vacated: PromiseWithResolvers<undefined>;
  lease: HeldLease | null;
}

/** The worker's slots: claims runs and lets them run, each in its slot, apart from whoever brought them. */
export class RunSlots implements OfferTaker, AsyncDisposable {
  readonly #options: RunSlotsOptions;
  readonly #busy = new Set<Slot>();
  #closing = false;

  constructor(options: RunSlotsOptions) {
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
    const { orchestrator, keeper, logger, clock = leaseClock } = this.#options;
    const known =
      keeper.holds(migrationId) || [...this.#busy].some((slot) => slot.migrationId === migrationId);
    // Its next attempt is offered with the leases: a command that waited here would hold up those behind it.
    if (known) return 'refused';
    if (this.freeSlots <= 0) return 'full';
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
    // Whose end is published and not counted yet: whoever takes it next finds it at its end, or counted.
    for (const lease of this.#options.keeper.finishedLeases) await this.#handBack(lease);
  }

  async #run(slot: Slot, claim: Claim, lease: HeldLease): Promise<void> {
    const { execute, keeper, logger } = this.#options;
    try {
      const exit = await execute(claim, lease);
      logger.info({ ...exit, epoch: lease.epoch }, 'The run has left this worker');
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
