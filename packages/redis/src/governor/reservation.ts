import type { Budget } from './budget.ts';

/** A call's place in its budgets. */
export interface Reservation {
  /** Unique to the call. */
  readonly id: string;
  readonly budgets: readonly Budget[];
}

/** When a reserved call may start. */
export interface Grant {
  readonly waitMs: number;
  /** On the ledger's own clock. */
  readonly startsAt: number;
  /** What it waits for, when it waits. */
  readonly because?: { readonly budget: Budget; readonly blocked: boolean };
}

/** Where the starts of calls are kept: shared in Redis, or in this process while Redis is away. */
export interface Ledger {
  /**
   * Reserves the earliest start. With `previous`, for a caller that has waited for it: keeps that start if nothing came
   * in between, else (a budget was blocked) reserves another.
   */
  reserve(reservation: Reservation, previous?: Grant): Promise<Grant>;
  /** Gives a place back that will not be used. */
  release(reservation: Reservation): Promise<void>;
  /** Lets no call of the budget start for `ms`; never shortens an earlier block. */
  block(key: string, ms: number): Promise<void>;
  /** Replaces the budget's limit, for a day. */
  learnLimit(key: string, limit: number): Promise<void>;
}

/**
 * The window that is kept, in ms, for one that the vendor sets. Two calls that leave one window apart arrive closer
 * together when the first one is the slower, and the vendor counts arrivals: 25 ms for the jitter of any two calls. A
 * longer window is spent in a burst whose first calls wait for connections and for each other: 1 % for that.
 */
export function keptWindowMs(windowMs: number): number {
  return windowMs + 25 + Math.round(windowMs / 100);
}
