import type { RunWait } from '@ridgeline/contracts/internal';
import type { CallWaits, Waiting, WaitReason } from '@ridgeline/governed-vendors';

/** A wait that holds the run up right now. */
export interface CurrentWait {
  readonly reason: WaitReason;
  /** Since when nothing has come on beside it. */
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

type Wait = { -readonly [Key in keyof CurrentWait]: CurrentWait[Key] };

/** Where a record goes through, in this order; null is our own counting. */
const stages = ['AccuLynx', 'HubSpot', null] as const satisfies readonly WaitReason['vendor'][];

/**
 * What blocks a run. Many calls may wait at a time while others come on, which only slows the run: a wait is reported when
 * nothing has come on for a while, neither where it waits nor behind that.
 */
export class WaitTracker implements CallWaits {
  /** When anything came on last at a stage, or behind it. */
  readonly #cameOnAt = new Map<WaitReason['vendor'], number>();
  readonly #waits = new Set<Wait>();
  /** Milliseconds on a clock that cannot be set; all times of the tracker are on it. */
  readonly now: () => number;

  constructor(now: () => number = () => performance.now()) {
    this.now = now;
  }

  begin(reason: WaitReason, since = this.now()): Waiting {
    const wait: Wait = { since, until: since, reason };
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
      .map((wait) => ({ ...wait, since: this.#lastMove(wait) }))
      .filter(({ since, reason }) => now - since >= reason.tellAfterMs)
      .sort((a, b) => a.since - b.since);
  }

  /** A vendor has done what it was asked, or results were counted: the run comes on, there and in all before it. */
  cameOn(stage: WaitReason['vendor']): void {
    for (const before of stages.slice(0, stages.indexOf(stage) + 1)) this.#cameOnAt.set(before, this.now());
  }

  /** Whether and for how long the run has not come on at all while it waits for a vendor; null while it does not wait. */
  standstill(): Standstill | null {
    const longest = this.current().find(({ reason }) => reason.vendor !== null);
    if (!longest) return null;
    const { since, until, reason } = longest;
    const now = this.now();
    const anyAt = this.#cameOnAt.get(stages[0]) ?? since;
    return { ms: now - Math.max(since, anyAt), leftMs: Math.max(0, until - now), reason };
  }

  /** The text of the run's state: the longest wait in words, or an empty text. */
  text(): string {
    return this.current()[0]?.reason.text ?? '';
  }

  /** For how much longer the wait of that text lasts at least, in ms; 0 where it is not known. */
  leftMs(): number {
    return Math.max(0, (this.current()[0]?.until ?? 0) - this.now());
  }

  #lastMove({ since, reason }: Wait): number {
    return Math.max(since, this.#cameOnAt.get(reason.vendor) ?? since);
  }
}

export { limitReason, type WaitReason } from '@ridgeline/governed-vendors';

/** While results that were reported are not counted yet. */
export const countingReason: WaitReason = {
  vendor: null,
  text: 'Waiting until the results so far are counted',
  begun: 'Waiting: the results so far are not counted yet.',
  over: 'The results so far are counted',
  tellAfterMs: 1_000,
};

/** While something of a migration's plan is in an unfinished plan of auto-sync. */
export const inUseReason: WaitReason = {
  vendor: null,
  text: 'Waiting until auto-sync has copied the same records',
  begun: 'Waiting: auto-sync is copying the same records.',
  over: 'Auto-sync has copied the same records',
  tellAfterMs: 1_000,
};

/** A run that stalls for so long gives its slot to another one. */
const maxStandstillMs = 30_000;
/** It does so immediately when it is known that it will; but not for what may be over by the next look. */
const minStandstillMs = 2_000;
/** How long no worker needs to take it then, at least and at most: up to HubSpot's daily limit. */
const pauseMs = { min: 15_000, max: 86_400_000 };

/** When a wait is too long to keep a slot, and the shortest pause then. */
export interface SlotPatience {
  readonly maxMs?: number;
  readonly minPauseMs?: number;
}

/**
 * What a run waits for that has stalled too long to keep its slot; null while it continues, waits only for a moment, or
 * waits for our own services.
 */
export function waitWithoutSlot(
  waits: WaitTracker,
  { maxMs = maxStandstillMs, minPauseMs = pauseMs.min }: SlotPatience = {},
): RunWait | null {
  const standstill = waits.standstill();
  if (!standstill) return null;
  const { ms, leftMs, reason } = standstill;
  const isLong = ms >= maxMs || (ms >= minStandstillMs && ms + leftMs > maxMs);
  if (!isLong) return null;
  return { ms: Math.round(Math.min(pauseMs.max, Math.max(minPauseMs, leftMs))), reason: reason.text };
}
