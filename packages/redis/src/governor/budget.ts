/** A limit that a vendor sets: at most `limit` calls may start within any `windowMs`. */
export interface Budget {
  /** What the limit counts for; the same text in every process that shares it. Never a secret itself. */
  readonly key: string;
  readonly limit: number;
  readonly windowMs: number;
  /** The minimum time for which all callers are blocked after the breach of a limit that many credentials share. */
  readonly banMs?: number;
  /** A pace that we set ourselves: its calls are ordered, but no priority has a share of it. */
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
 * The window to keep, in ms, so that the vendor's window holds. The vendor counts arrivals, and two calls sent one window
 * apart arrive closer together if the first one is slower: 50 ms cover this jitter, including a new connection. A longer
 * window is spent in a burst whose first calls wait for connections and for each other: 1 % covers that. Where a breach
 * blocks all callers for long, and many processes share the limit, a tenth gives more room. No vendor counts our own pace:
 * its window is kept unchanged.
 */
export function keptWindowMs({ windowMs, banMs, isOwnPace }: Budget): number {
  if (isOwnPace) return windowMs;
  return windowMs + 50 + Math.round(windowMs / (banMs === undefined ? 100 : 10));
}
