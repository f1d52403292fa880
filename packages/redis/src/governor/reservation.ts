import type { Budget } from './budget.ts';
import type { NewStates, Troubled } from './refusal.ts';

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
  /** True when no place was given: others wait for the answer to a single call, and so does this one. */
  readonly held?: boolean;
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
  /** Changes what is known of a call's budgets, all at once. `change` is given the time and may be called again. */
  change(budgets: readonly Budget[], change: (states: Troubled, now: number) => NewStates): Promise<void>;
}

/** The budget of a call's own credential, and the one that it shares with others. */
export function ownAndShared(budgets: readonly Budget[]): {
  own: Budget | undefined;
  shared: Budget | undefined;
} {
  return {
    own: budgets.find(({ banMs }) => banMs === undefined),
    shared: budgets.find(({ banMs }) => banMs !== undefined),
  };
}

/** For so long a single call is waited for before another one goes out. */
export const probeMs = 5_000;
/** How often is looked whether it was answered. */
export const lookAgainMs = 100;
