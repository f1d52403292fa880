import type { CallWaits, Waiting, WaitReason, WaitTiming } from '@ridgeline/governed-vendors';

/** A wait that holds the run up right now. */
export interface CurrentWait {
  readonly reason: WaitReason;
  readonly since: number;
  /** When it ends at the earliest, where that is known. */
  readonly until: number;
}

/** A run that does not come on, because it waits for a vendor. */
export interface Standstill {
  /** For how long it has not come on, in ms. */
  readonly ms: number;
  /** For how much longer it will not at least, in ms; 0 where that is not known. */
  readonly leftMs: number;
  readonly reason: WaitReason;
}

type Wait = { -readonly [Key in keyof CurrentWait]: CurrentWait[Key] } & { readonly tellAfterMs: number };

/** What holds a run up: many calls may wait at a time; the one that waits longest is told. */
export class WaitTracker implements CallWaits {
  #cameOnAt: number;
  readonly #waits = new Set<Wait>();
  /** Milliseconds on a clock that nobody sets; all times of the tracker are on it. */
  readonly now: () => number;

  constructor(now: () => number = () => performance.now()) {
    this.now = now;
    this.#cameOnAt = now();
  }

  begin(reason: WaitReason, { since = this.now(), tellAfterMs = 1_000 }: WaitTiming = {}): Waiting {
    const wait: Wait = { since, until: since, reason, tellAfterMs };
    this.#waits.add(wait);
    return {
      because: (changed, atLeastMs = 0) => {
        wait.reason = changed;
        wait.until = this.now() + atLeastMs;
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

  /** A vendor has done what it was asked: the run comes on. */
  cameOn(): void {
    this.#cameOnAt = this.now();
  }

  /** Whether and for how long the run has not come on at all while it waits for a vendor; null while it does not wait. */
  standstill(): Standstill | null {
    const longest = this.current().find(({ reason }) => reason.vendor !== null);
    if (!longest) return null;
    const { since, until, reason } = longest;
    const now = this.now();
    return { ms: now - Math.max(since, this.#cameOnAt), leftMs: Math.max(0, until - now), reason };
  }

  /** What is told of the run's state: the longest wait in words, or an empty text. */
  text(): string {
    return this.current()[0]?.reason.text ?? '';
  }
}
