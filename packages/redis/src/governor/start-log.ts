import type { Place } from './call-order.ts';

/** The calls of one budget: started ones at their start, waiting ones at the time when they may try again. */
export class StartLog {
  #places: Place[] = [];

  get isEmpty(): boolean {
    return this.#places.length === 0;
  }

  /** The calls by their times, ascending. A waiting call that has not tried again by `since` is dropped. */
  placesSince(since: number): readonly Place[] {
    return this.#places.filter(({ at, isGone }) => isGone || at > since);
  }

  put(place: Place): void {
    this.#places = [...this.#places, place].sort((a, b) => a.at - b.at);
  }

  remove(id: string): void {
    this.#places = this.#places.filter((place) => place.id !== id);
  }

  /** Forgets calls that began, or should have begun, at that time or before. */
  forgetUntil(time: number): void {
    this.#places = this.#places.filter(({ at }) => at > time);
  }
}

/** The calls that one budget has granted, and its limit. */
export interface BudgetLog {
  /** Times at which calls start or will start, in ms, ascending. */
  readonly starts: readonly number[];
  readonly limit: number;
  readonly windowMs: number;
  /**
   * By how much a call may start too close before others: before those that wait, as none starts before one that went. Less than
   * the window; default 0.
   */
  readonly forgivenMs?: number;
}

/**
 * The earliest time from `from` on at which one more call may start so that no budget ever counts more than its limit
 * of starts within its window: `limit` calls that start close together forbid the time around them, for one window
 * from the first of them and back to one window before the last. A free place between later reservations is used.
 * The Lua script `reserve` is the same algorithm; the tests compare the two.
 */
export function earliestStart(from: number, logs: readonly BudgetLog[]): number {
  let start = from;
  for (;;) {
    const next = logs.reduce(earliestStartOf, start);
    if (next === start) return start;
    start = next;
  }
}

/** The same for budgets that each let a call start in several ways. */
export function earliestStartInAnyWay(
  from: number,
  budgets: readonly (readonly (readonly BudgetLog[])[])[],
): number {
  let start = from;
  for (;;) {
    const next = budgets.reduce(
      (at, ways) => Math.min(...ways.map((logs) => earliestStart(at, logs))),
      start,
    );
    if (next === start) return start;
    start = next;
  }
}

function earliestStartOf(from: number, { starts, limit, windowMs, forgivenMs = 0 }: BudgetLog): number {
  let start = from;
  // Ascending: a later time can only fall into a later gap, so one pass is enough.
  for (let first = 0; first + limit <= starts.length; first += 1) {
    const [earliest = 0, latest = 0] = [starts[first], starts[first + limit - 1]];
    const together = latest - earliest < windowMs;
    const tooLate = latest - windowMs + forgivenMs;
    if (together && start > tooLate && start < earliest + windowMs) start = earliest + windowMs;
  }
  return start;
}
