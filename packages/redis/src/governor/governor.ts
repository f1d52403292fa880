import type { Budget } from './budget.ts';

/** What a call is waiting for. */
export interface GovernorWait {
  readonly ms: number;
  readonly budget: Budget;
  /** True when the vendor asked everybody to stop (`block`), false when the limit is used up for the moment. */
  readonly blocked: boolean;
}

/** How a caller waits. */
export interface AcquireOptions {
  /** Ends the wait and gives the place back; `acquire` rejects with the signal's reason. */
  readonly signal?: AbortSignal;
  /** Called before each wait, so that the caller can say what it waits for. */
  readonly onWait?: (wait: GovernorWait) => void;
}

/** Paces the calls to the vendors, for all replicas together. */
export interface Governor {
  /**
   * Resolves when one call may start under all of the budgets. Places are given in the order of asking; the caller sleeps,
   * and again if it or those before it woke late, or a budget was blocked meanwhile.
   */
  acquire(budgets: readonly Budget[], options?: AcquireOptions): Promise<void>;
  /** The vendor refused for `ms` (429, 423, Retry-After): no replica starts a call of this budget before that is over. */
  block(key: string, ms: number): Promise<void>;
  /** The vendor told its true limit, which holds for all replicas from now on. Cheap to call with every answer. */
  learnLimit(key: string, limit: number): Promise<void>;
  /**
   * A call was refused by a limit that the vendor does not name (429). Its own budget pauses for a window, longer when it
   * is refused again, and is narrower for a while; whether it was the shared one, the other answers tell.
   */
  limited(budgets: readonly Budget[], refusal: UnnamedRefusal): Promise<void>;
  /** A call was answered, which clears its budgets of earlier refusals. */
  answered(budgets: readonly Budget[], call: { readonly durationMs: number }): Promise<void>;
}

export interface UnnamedRefusal {
  /** What the vendor asks for, if it says. */
  readonly retryAfterMs: number | null;
  /** How long ago the call began. */
  readonly durationMs: number;
}
