import type { LeaseState } from '@ridgeline/contracts/internal';
import { endsForGood, RunStopped, type StopReason } from '../base/run-errors.ts';
import type { HeldRun } from '../orchestrator/record-ledger.ts';
import { elapsed, leaseClock, type Lease, type LeaseClock, type Moment } from './lease.ts';

export interface LeaseOptions extends HeldRun {
  readonly leaseMs: number;
  /** When the claim was sent: the lease lasts at least its full length from then, however long the answer took. */
  readonly claimedAt: Moment;
  /** The orchestrator's database time of the claim, if it was reported. */
  readonly grantedAt?: string | undefined;
  /** How long calls in flight may continue after a stop, by reason. */
  readonly graceMs: (reason: StopReason) => number;
  readonly clock?: LeaseClock;
}

/**
 * A lease from its holder's point of view. Whether it is valid is read from the clocks at each use, not left to a timer,
 * because timers are late after a suspension of the process. A late lease is not lost: the orchestrator's next answer says
 * whether another worker took the run.
 */
export class HeldLease implements Lease {
  readonly runId: number;
  readonly epoch: number;
  readonly leaseMs: number;
  readonly #graceMs: LeaseOptions['graceMs'];
  readonly #clock: LeaseClock;
  readonly #stopping = new AbortController();
  readonly #writing = new AbortController();
  readonly #reporting = new AbortController();
  readonly #lost = new AbortController();
  #renewedAt: Moment;
  #uncounted = 0;
  #databaseTime: string | undefined;
  #renewal = Promise.withResolvers<undefined>();
  #grace: NodeJS.Timeout | undefined;
  #stopReason: StopReason | null = null;

  constructor({ runId, epoch, leaseMs, claimedAt, grantedAt, graceMs, clock = leaseClock }: LeaseOptions) {
    this.runId = runId;
    this.epoch = epoch;
    this.leaseMs = leaseMs;
    this.#graceMs = graceMs;
    this.#clock = clock;
    this.#renewedAt = claimedAt;
    this.#databaseTime = grantedAt;
  }

  get stopping(): AbortSignal {
    return this.#stopping.signal;
  }

  get writing(): AbortSignal {
    return this.#writing.signal;
  }

  get reporting(): AbortSignal {
    return this.#reporting.signal;
  }

  get lost(): AbortSignal {
    return this.#lost.signal;
  }

  get stopReason(): StopReason | null {
    return this.#stopReason;
  }

  get heartbeatAt(): number {
    return this.#renewedAt.wall;
  }

  get isValid(): boolean {
    return elapsed(this.#renewedAt, this.#clock()) < this.leaseMs;
  }

  /** Reported batches that are not counted yet, as of the last renewal. */
  get uncounted(): number {
    return this.#uncounted;
  }

  get databaseTime(): string | undefined {
    return this.#databaseTime;
  }

  untilHeld(signal: AbortSignal): Promise<void> {
    return this.#until(() => this.isValid, signal);
  }

  untilCounted(fewerThan: number, signal: AbortSignal): Promise<void> {
    return this.#until(() => this.#uncounted < fewerThan, signal);
  }

  /**
   * Applies the orchestrator's answer to a renewal sent at `sentAt`; `uncounted` batches wait to be counted, and
   * `databaseTime` is the database's time of the answer.
   */
  renewed(
    sentAt: Moment,
    state: Exclude<LeaseState, 'busy'>,
    uncounted: number,
    databaseTime?: string,
  ): void {
    if (state === 'lost') {
      this.stop('lost');
      return;
    }
    this.#renewedAt = sentAt;
    this.#uncounted = uncounted;
    this.#databaseTime = databaseTime ?? this.#databaseTime;
    this.#wake();
    if (state !== 'held') this.stop(state);
  }

  stop(reason: StopReason): void {
    if (this.#stopReason === 'lost') return;
    if (reason === 'lost') {
      this.#stopReason = 'lost';
      this[Symbol.dispose]();
      for (const signal of [this.#lost, this.#reporting, this.#writing, this.#stopping])
        signal.abort(new RunStopped('lost'));
      return;
    }
    if (this.#stopReason !== null) return;
    this.#stopReason = reason;
    const stopped = new RunStopped(reason);
    this.#grace = setTimeout(() => {
      this.#writing.abort(stopped);
      if (!endsForGood(reason)) this.#reporting.abort(stopped);
    }, this.#graceMs(reason)).unref();
    this.#stopping.abort(stopped);
  }

  /** Stops the timer; the signals stay as they are. */
  [Symbol.dispose](): void {
    clearTimeout(this.#grace);
  }

  async #until(holds: () => boolean, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (holds()) return;
    const stopped = Promise.withResolvers<never>();
    const stop = (): void => stopped.reject(signal.reason);
    signal.addEventListener('abort', stop, { once: true });
    try {
      while (!holds()) await Promise.race([this.#renewal.promise, stopped.promise]);
    } finally {
      signal.removeEventListener('abort', stop);
    }
  }

  #wake(): void {
    this.#renewal.resolve(undefined);
    this.#renewal = Promise.withResolvers();
  }
}
