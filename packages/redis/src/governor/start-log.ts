/** Who asks for a place: those who asked earlier go first. */
export interface Asker {
  readonly id: string;
  /** When it asked for the first time, on the ledger's clock. */
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
