import type { LeaseState } from '@ridgeline/contracts/internal';
import { endsForGood, RunStopped, type StopReason } from '../base/run-errors.ts';
import type { HeldRun } from '../orchestrator/record-ledger.ts';
import { elapsed, leaseClock, type Lease, type LeaseClock, type Moment } from './lease.ts';

export interface LeaseOptions extends HeldRun {
  readonly leaseMs: number;
  /** When the claim was sent: the lease is at least as long as counted from there, whatever the answer took. */
  readonly claimedAt: Moment;
  /** The moment of the claim by the orchestrator's database, where it tells. */
  readonly grantedAt?: string | undefined;
  /** How long calls in flight may go on after a stop, by what stops the run. */
  readonly graceMs: (reason: StopReason) => number;
  readonly clock?: LeaseClock;
}

/**
 * A lease as its holder sees it. Whether it is valid is asked of the clocks at each use, never left to a timer: after a
 * pause of the whole process timers are late. A lease that is late is not lost: the orchestrator's next answer says
 * whether another worker took the run.
 */
export class HeldLease implements Lease {
  readonly runId: number;
  readonly epoch: number;
  readonly #leaseMs: number;
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
    this.#leaseMs = leaseMs;
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
    return elapsed(this.#renewedAt, this.#clock()) < this.#leaseMs;
  }

  /** Batches that were reported and are not counted yet, as of the last renewal. */
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
   * The orchestrator has answered a renewal that was sent at `sentAt`; `uncounted` batches wait to be counted, and
   * `databaseTime` is the moment of the answer by its database.
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

  /** Ends the timer; the signals stay as they are. */
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
