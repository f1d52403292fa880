import { endsForGood, RunStopped, type StopReason } from '../base/run-errors.ts';
import { graceAfter } from '../lease/lease-keeper.ts';
import type { Lease } from '../lease/lease.ts';
import { databaseTimeIn, type TakenRound } from './database-time.ts';

/**
 * The lease on a sync, for one of its rounds. A round that stops, because it failed or waits too long for a vendor, does not
 * stop the sync's lease, so that another connection's round can follow; only a lost lease is passed on to it.
 */
export class RoundLease implements Lease, Disposable {
  readonly #sync: Lease;
  readonly #databaseTime: () => string;
  readonly #graceMs: (reason: StopReason) => number;
  readonly #own = {
    stopping: new AbortController(),
    writing: new AbortController(),
    reporting: new AbortController(),
  };
  readonly stopping: AbortSignal;
  readonly writing: AbortSignal;
  readonly reporting: AbortSignal;
  #stopReason: StopReason | null = null;
  #grace: NodeJS.Timeout | undefined;

  constructor(sync: Lease, round: TakenRound, graceMs: (reason: StopReason) => number = graceAfter) {
    this.#sync = sync;
    this.#databaseTime = databaseTimeIn(round);
    this.#graceMs = graceMs;
    this.stopping = AbortSignal.any([sync.stopping, this.#own.stopping.signal]);
    this.writing = AbortSignal.any([sync.writing, this.#own.writing.signal]);
    this.reporting = AbortSignal.any([sync.reporting, this.#own.reporting.signal]);
  }

  get runId(): number {
    return this.#sync.runId;
  }

  get epoch(): number {
    return this.#sync.epoch;
  }

  get lost(): AbortSignal {
    return this.#sync.lost;
  }

  get stopReason(): StopReason | null {
    return this.#sync.stopReason ?? this.#stopReason;
  }

  get heartbeatAt(): number {
    return this.#sync.heartbeatAt;
  }

  get isValid(): boolean {
    return this.#sync.isValid;
  }

  get databaseTime(): string {
    return this.#databaseTime();
  }

  untilHeld(signal: AbortSignal): Promise<void> {
    return this.#sync.untilHeld(signal);
  }

  untilCounted(fewerThan: number, signal: AbortSignal): Promise<void> {
    return this.#sync.untilCounted(fewerThan, signal);
  }

  stop(reason: StopReason): void {
    if (reason === 'lost') this.#sync.stop('lost');
    if (this.#stopReason !== null) return;
    this.#stopReason = reason;
    const stopped = new RunStopped(reason);
    this.#grace = setTimeout(() => {
      this.#own.writing.abort(stopped);
      if (!endsForGood(reason)) this.#own.reporting.abort(stopped);
    }, this.#graceMs(reason)).unref();
    this.#own.stopping.abort(stopped);
  }

  /** Ends the timer; the signals stay as they are. */
  [Symbol.dispose](): void {
    clearTimeout(this.#grace);
  }
}
