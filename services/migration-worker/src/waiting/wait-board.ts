/** One thing that a run waits for, until `end` is called. */
export interface Waiting {
  /** The reason has changed while the wait went on. */
  because(reason: string): void;
  end(): void;
}

/** A wait that is shorter than this is not worth telling. */
const worthTellingMs = 1_000;

/** What holds a run up: many calls may wait at a time; the one that waits longest is told. */
export class WaitBoard {
  readonly #waits = new Set<{ since: number; reason: string }>();
  readonly #now: () => number;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  begin(reason: string): Waiting {
    const wait = { since: this.#now(), reason };
    this.#waits.add(wait);
    return {
      because: (changed) => {
        wait.reason = changed;
      },
      end: () => {
        this.#waits.delete(wait);
      },
    };
  }

  /** The reason in words, or an empty text while nothing waits for longer than a second. */
  current(): string {
    // A set keeps the order of insertion, so the first one is the oldest.
    const [oldest] = this.#waits;
    return oldest && this.#now() - oldest.since >= worthTellingMs ? oldest.reason : '';
  }
}
