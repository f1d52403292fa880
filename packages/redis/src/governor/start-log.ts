/** Who asks for a place: those who asked earlier go first. */
export interface Asker {
  readonly id: string;
  /** When it asked for the first time, on the store's clock. */
  readonly askedAt: number;
}

interface Start extends Asker {
  readonly at: number;
  readonly isGone: boolean;
}

/** Whether one asked before the other; the Lua script `reserve` compares the same. */
function isBefore(one: Asker, other: Asker): boolean {
  return one.askedAt < other.askedAt || (one.askedAt === other.askedAt && one.id < other.id);
}

/**
 * The calls of one budget: those that are gone, at the time at which they went, and those that wait, at the time that they
 * were told to come back.
 */
export class StartLog {
  #starts: Start[] = [];

  get isEmpty(): boolean {
    return this.#starts.length === 0;
  }

  /**
   * The times, ascending, that a call has to keep its distance from: of all that are gone, and of those that wait and
   * asked earlier. Who asks for the first time lets all pass.
   */
  startsBefore(asker: Asker, isFirst: boolean): number[] {
    const counts = (start: Start): boolean => isFirst || start.isGone || isBefore(start, asker);
    return this.#starts.filter(counts).map(({ at }) => at);
  }

  put(start: Start): void {
    this.#starts = [...this.#starts, start].sort((a, b) => a.at - b.at);
  }

  remove(id: string): void {
    this.#starts = this.#starts.filter((start) => start.id !== id);
  }

  /** Forgets what began, or should have begun, at that time or before. */
  forgetUntil(time: number): void {
    this.#starts = this.#starts.filter(({ at }) => at > time);
  }
}

/** The calls that one budget has granted, and its limit. */
export interface BudgetLog {
  /** Times at which calls start or will start, in ms, ascending. */
  readonly starts: readonly number[];
  readonly limit: number;
  readonly windowMs: number;
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

function earliestStartOf(from: number, { starts, limit, windowMs }: BudgetLog): number {
  let start = from;
  // Ascending: a later time can only fall into a later gap, so one pass is enough.
  for (let first = 0; first + limit <= starts.length; first += 1) {
    const [earliest = 0, latest = 0] = [starts[first], starts[first + limit - 1]];
    const together = latest - earliest < windowMs;
    if (together && start > latest - windowMs && start < earliest + windowMs) start = earliest + windowMs;
  }
  return start;
}
