import type { Budget, DailyUse } from './budget.ts';
import type { BudgetState } from './budget-state.ts';
import type { Priority } from './call-order.ts';
import type { Change } from './refusal.ts';

/** A call's place in its budgets. */
export interface Reservation {
  /** Unique to the call. */
  readonly id: string;
  readonly priority: Priority;
  readonly budgets: readonly Budget[];
}

/** Which budget a call waits for. */
export interface WaitCause {
  readonly budget: Budget;
  /** True when the vendor asked all callers to stop (`block`), false when the limit is used up for the moment. */
  readonly blocked: boolean;
  /** True when the rest of the vendor's day is reserved for people and sync. */
  readonly isReserved?: true;
}

/** When a reserved call may start. All times are on the store's own clock. */
export interface Grant {
  /** 0: the call starts now. Otherwise the caller comes back after that time and asks again. */
  readonly waitMs: number;
  readonly startsAt: number;
  /** When the caller first asked, by which it keeps its turn. */
  readonly askedAt: number;
  /** True when it goes alone, and others wait for its answer. */
  readonly isProbe?: boolean;
  /** What it waits for, when it waits. */
  readonly because?: WaitCause;
}

/** What a store knows of budgets, by their keys; all times are on its own clock. */
export interface KnownStates {
  readonly now: number;
  readonly states: ReadonlyMap<string, BudgetState>;
}

/** Where the starts of calls are kept: shared in Redis, or in this process while Redis is unavailable. */
export interface LimitStore {
  /**
   * Lets the call go now if all windows have room, counting when calls really went; otherwise says when to come back. A
   * caller that comes back, however late, passes the `askedAt` of its grant: it keeps its turn before those of its priority
   * that asked later, and its place moves to now.
   */
  reserve(reservation: Reservation, askedAt?: number): Promise<Grant>;
  /** Returns a place that will not be used. */
  release(reservation: Reservation, grant: Grant): Promise<void>;
  /** Lets no call of the budget start for `ms`; never shortens an earlier block. */
  block(key: string, ms: number): Promise<void>;
  /** Lets only people's and sync's calls of the budget start for `ms` from now; 0 lets all start again. */
  reserveRest(key: string, ms: number): Promise<void>;
  /** Records what the vendor last reported about its day, for display. */
  noteDailyUse(key: string, use: DailyUse): Promise<void>;
  /** Announces calls of sync: it has its share of the budgets from now on, as after a call. */
  announceSync(keys: readonly string[]): Promise<void>;
  /** Replaces the budget's limit, for a day. */
  learnLimit(key: string, limit: number): Promise<void>;
  /**
   * Atomically changes what is known of the budgets of a call that began at `startedAt` of this process' clock; returns
   * what is known afterwards.
   */
  change(budgets: readonly Budget[], startedAt: number, change: Change): Promise<KnownStates>;
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

/** Identifies, in limits that many share, whose credential a call uses. */
export const companyOf = (budgets: readonly Budget[]): string => ownAndShared(budgets).own?.key ?? '';

/** How long a probe is waited for before another one goes out. */
export const probeMs = 5_000;
/** How often, at least, a call that waits for a window checks whether its place has moved up: its turn changes while it waits. */
export const lookForPlaceMs = 5_000;
/** How often a waiting call checks whether the probe was answered. */
export const lookAgainMs = 100;
