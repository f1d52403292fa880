import type { StopReason } from '../base/run-errors.ts';
import type { HeldRun } from '../orchestrator/record-ledger.ts';

/** What a run may still do, in four signals whose reasons are `RunStopped`. */
export interface Lease extends HeldRun {
  /** Aborts as soon as the run should stop, for whatever reason: no page is read and no batch begun after it. */
  readonly stopping: AbortSignal;
  /** Aborts when nothing may be written any more: immediately when the lease is lost, else some time after `stopping`. */
  readonly writing: AbortSignal;
  /**
   * Aborts when batches no longer need to be reported: together with `writing`, except that a run that ends permanently keeps
   * trying to report until the lease is lost.
   */
  readonly reporting: AbortSignal;
  /** Aborts when the lease is lost: nothing may be reported after it. */
  readonly lost: AbortSignal;
  /** The latest database time received from the orchestrator; undefined if none was received. */
  readonly databaseTime: string | undefined;
  /** Why the run stops, or null while it continues; 'lost' wins over every other reason. */
  readonly stopReason: StopReason | null;
  /** When the last answered renewal, or at first the claim, was sent; in ms since 1970. */
  readonly heartbeatAt: number;
  /** Whether the lease is valid now, as far as is known here. */
  readonly isValid: boolean;
  /**
   * Resolves when the lease is valid; awaited right before each vendor call. While renewals do not get through, it waits: as
   * far as is known, no other worker has taken the run. Throws the signal's reason.
   */
  untilHeld(signal: AbortSignal): Promise<void>;
  /** Resolves when fewer than this many planned batches wait to be counted. Throws the signal's reason. */
  untilCounted(fewerThan: number, signal: AbortSignal): Promise<void>;
  stop(reason: StopReason): void;
}

/**
 * A point in time on two clocks, in ms: one that cannot be set but may stop while the machine is suspended (Linux'
 * CLOCK_MONOTONIC, which Node's `performance.now` reads), and the wall clock, which keeps running but may be set.
 */
export interface Moment {
  readonly monotonic: number;
  readonly wall: number;
}

/** Returns the current time. */
export type LeaseClock = () => Moment;

export const leaseClock: LeaseClock = () => ({ monotonic: performance.now(), wall: Date.now() });

/** Milliseconds between two points in time by the faster clock, so that a lease is never trusted too long. */
export function elapsed(from: Moment, to: Moment): number {
  return Math.max(to.monotonic - from.monotonic, to.wall - from.wall);
}
