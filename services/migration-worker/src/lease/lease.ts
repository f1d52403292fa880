import type { HeldRun } from '../orchestrator/orchestrator.ts';
import { RunStopped, type StopReason } from '../run/run-stop.ts';

/** Milliseconds on a clock that nobody sets. */
export type MonotonicClock = () => number;

export const monotonicClock: MonotonicClock = () => performance.now();

/** What a run may still do, in three signals whose reasons are `RunStopped`. */
export interface Lease extends HeldRun {
  /** Aborts as soon as the run should stop, for whatever reason: no page is read and no batch begun after it. */
  readonly stopping: AbortSignal;
  /** Aborts when nothing may be written any more: at once when the lease is lost, else some seconds after `stopping`. */
  readonly writing: AbortSignal;
  /** Aborts when the lease is lost: nothing may be reported after it. */
  readonly lost: AbortSignal;
  /** Why the run stops, or null while it goes on; 'lost' wins over every other reason. */
  readonly stopReason: StopReason | null;
  /** Throws `RunStopped` unless the lease is valid at this moment: to be asked right before each vendor call. */
  assertHeld(): void;
  stop(reason: StopReason): void;
}

export interface LeaseOptions extends HeldRun {
  readonly leaseMs: number;
  /** When the claim was sent: the lease is at least as long as counted from there, whatever the answer took. */
  readonly claimedAt: number;
  /** How long a batch in flight may go on writing after a stop. */
  readonly graceMs: number;
  readonly clock?: MonotonicClock;
}

/**
 * A lease as its holder sees it. It never trusts a timer alone: after a pause of the whole process (SIGSTOP) timers are
 * late, so `assertHeld` compares clocks.
 */
export class HeldLease implements Lease {
  readonly migrationId: number;
  readonly epoch: number;
  readonly #leaseMs: number;
  readonly #graceMs: number;
  readonly #clock: MonotonicClock;
  readonly #stopping = new AbortController();
  readonly #writing = new AbortController();
  readonly #lost = new AbortController();
  #validUntil: number;
  #expiry: NodeJS.Timeout | undefined;
  #grace: NodeJS.Timeout | undefined;
  #stopReason: StopReason | null = null;

  constructor({ migrationId, epoch, leaseMs, claimedAt, graceMs, clock = monotonicClock }: LeaseOptions) {
    this.migrationId = migrationId;
    this.epoch = epoch;
    this.#leaseMs = leaseMs;
    this.#graceMs = graceMs;
    this.#clock = clock;
    this.#validUntil = claimedAt + leaseMs;
    this.#watch();
  }

  get stopping(): AbortSignal {
    return this.#stopping.signal;
  }

  get writing(): AbortSignal {
    return this.#writing.signal;
  }

  get lost(): AbortSignal {
    return this.#lost.signal;
  }

  get stopReason(): StopReason | null {
    return this.#stopReason;
  }

  assertHeld(): void {
    if (this.#clock() >= this.#validUntil) this.stop('lost');
    this.#lost.signal.throwIfAborted();
  }

  /** The lease was renewed by a call that was sent at `sentAt`. A lease that was over stays lost. */
  renewed(sentAt: number): void {
    if (this.#stopReason === 'lost') return;
    this.#validUntil = Math.max(this.#validUntil, sentAt + this.#leaseMs);
    this.#watch();
  }

  stop(reason: StopReason): void {
    if (this.#stopReason === 'lost') return;
    if (reason === 'lost') {
      this.#stopReason = 'lost';
      this[Symbol.dispose]();
      for (const signal of [this.#lost, this.#writing, this.#stopping]) signal.abort(new RunStopped('lost'));
      return;
    }
    if (this.#stopReason !== null) return;
    this.#stopReason = reason;
    const stopped = new RunStopped(reason);
    this.#grace = setTimeout(() => this.#writing.abort(stopped), this.#graceMs);
    this.#stopping.abort(stopped);
  }

  /** Ends the timers; the signals stay as they are. */
  [Symbol.dispose](): void {
    clearTimeout(this.#expiry);
    clearTimeout(this.#grace);
  }

  #watch(): void {
    clearTimeout(this.#expiry);
    this.#expiry = setTimeout(() => this.stop('lost'), Math.max(0, this.#validUntil - this.#clock()));
    this.#expiry.unref();
  }
}
