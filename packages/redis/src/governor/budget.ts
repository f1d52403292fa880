/** A limit that a vendor sets: at most `limit` calls may start within any `windowMs`. */
export interface Budget {
  /** What the limit counts for; the same text in every process that shares it. Never a secret itself. */
  readonly key: string;
  readonly limit: number;
  readonly windowMs: number;
  /** How long at least all callers are blocked when a limit that many credentials share is broken. */
  readonly banMs?: number;
  /** A pace that we set ourselves: calls keep their order there, but no priority has a share of it. */
  readonly isOwnPace?: true;
}

/** What is left of a vendor's limit for a day. */
export interface DailyUse {
  readonly limit: number;
  readonly remaining: number;
}

/** A credential's own limit, one that many credentials share, or a pace that we set ourselves. */
export type BudgetKind = 'own' | 'shared' | 'pace';

export function kindOf({ banMs, isOwnPace }: Budget): BudgetKind {
  if (isOwnPace) return 'pace';
  return banMs === undefined ? 'own' : 'shared';
}

/**
 * The window that is kept, in ms, for the one that the vendor sets. Two calls that leave one window apart arrive closer
 * together when the first one is the slower, and the vendor counts arrivals: 50 ms for the jitter of any two calls, of
 * which one may have made a new connection. A longer window is spent in a burst whose first calls wait for connections
 * and for each other: 1 % for that. Where a breach blocks all callers for long, and many processes share the limit, a
 * tenth of it buys more room. No vendor counts our own pace: it is kept as it is.
 */
export function keptWindowMs({ windowMs, banMs, isOwnPace }: Budget): number {
  if (isOwnPace) return windowMs;
  return windowMs + 50 + Math.round(windowMs / (banMs === undefined ? 100 : 10));
}
