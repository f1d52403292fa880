import { monotonicClock, type MonotonicClock } from '../lease/lease.ts';
import type { WaitReason } from './wait-reason.ts';

/** One thing that a run waits for, until `end` is called. */
export interface Waiting {
  /** The reason has changed while the wait went on. */
  because(reason: WaitReason): void;
  end(): void;
}

/** When a wait began and when it is worth telling; times are on the board's clock. */
export interface WaitTiming {
  /** Now, unless told. */
  readonly since?: number;
  /** A shorter wait is nobody's business; a second, unless told. */
  readonly tellAfterMs?: number;
}

/** A wait that holds the run up right now. */
export interface CurrentWait {
  readonly reason: WaitReason;
  readonly since: number;
}

/** What holds a run up: many calls may wait at a time; the one that waits longest is told. */
export class WaitBoard {
  readonly #waits = new Set<CurrentWait & { reason: WaitReason; readonly tellAfterMs: number }>();
  /** Milliseconds; all times of the board are on it. */
  readonly now: MonotonicClock;

  constructor(now: MonotonicClock = monotonicClock) {
    this.now = now;
  }

  begin(reason: WaitReason, { since = this.now(), tellAfterMs = 1_000 }: WaitTiming = {}): Waiting {
    const wait = { since, reason, tellAfterMs };
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

  /** The waits that are worth telling, the longest first. */
  current(): readonly CurrentWait[] {
    const now = this.now();
    return [...this.#waits]
      .filter(({ since, tellAfterMs }) => now - since >= tellAfterMs)
      .sort((a, b) => a.since - b.since);
  }

  /** What is told of the run's state: the longest wait in words, or an empty text. */
  text(): string {
    return this.current()[0]?.reason.text ?? '';
  }
}
