import type { RunWait } from '@ridgeline/contracts/internal';
import type { CallWaits, Waiting, WaitReason } from '@ridgeline/governed-vendors';

/** A wait that blocks the run right now. */
export interface CurrentWait {
  readonly reason: WaitReason;
  /** When it, or a later stage, last made progress. */
  readonly since: number;
  /** When it ends at the earliest, where that is known. */
  readonly until: number;
}

/** A run that makes no progress because it waits for a vendor. */
export interface Standstill {
  /** For how long it has made no progress, in ms. */
  readonly ms: number;
  /** The minimum remaining time without progress, in ms; 0 if unknown. */
  readonly leftMs: number;
  readonly reason: WaitReason;
}

type Wait = { -readonly [Key in keyof CurrentWait]: CurrentWait[Key] };

/** The stages that a record passes, in order; null is our own counting. */
const stages = ['AccuLynx', 'HubSpot', null] as const satisfies readonly WaitReason['vendor'][];

/**
 * What blocks a run. Many calls may wait while others make progress, which only slows the run: a wait is reported when
 * neither its stage nor a later one has made progress for a while.
 */
export class WaitTracker implements CallWaits {
  /** When a stage, or a later one, last made progress. */
  readonly #cameOnAt = new Map<WaitReason['vendor'], number>();
  readonly #waits = new Set<Wait>();
  /** Milliseconds on a clock that cannot be set; the tracker uses no other clock. */
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

  /** The waits worth reporting, the longest first. */
  current(): readonly CurrentWait[] {
    const now = this.now();
    return [...this.#waits]
      .map((wait) => ({ ...wait, since: this.#lastMove(wait) }))
      .filter(({ since, reason }) => now - since >= reason.tellAfterMs)
      .sort((a, b) => a.since - b.since);
  }

  /** A vendor has completed a call, or results were counted: this stage and all earlier ones make progress. */
  cameOn(stage: WaitReason['vendor']): void {
    for (const before of stages.slice(0, stages.indexOf(stage) + 1)) this.#cameOnAt.set(before, this.now());
  }

  /**
   * Whether and for how long the run has made no progress at all while it waits for a vendor; null while it does not wait.
   */
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

  /** The minimum remaining time of the reported wait, in ms; 0 if unknown. */
  leftMs(): number {
    return Math.max(0, (this.current()[0]?.until ?? 0) - this.now());
  }

  #lastMove({ since, reason }: Wait): number {
    return Math.max(since, this.#cameOnAt.get(reason.vendor) ?? since);
  }
}

export { limitReason, type WaitReason } from '@ridgeline/governed-vendors';

/** Waits while reported results are not counted yet. */
export const countingReason: WaitReason = {
  vendor: null,
  text: 'Waiting until the results so far are counted',
  begun: 'Waiting: the results so far are not counted yet.',
  over: 'The results so far are counted',
  tellAfterMs: 1_000,
};

/** Waits while a migration's plan conflicts with an unfinished plan of auto-sync. */
export const inUseReason: WaitReason = {
  vendor: null,
  text: 'Waiting until auto-sync has copied the same records',
  begun: 'Waiting: auto-sync is copying the same records.',
  over: 'Auto-sync has copied the same records',
  tellAfterMs: 1_000,
};

/** A run that stalls for this long gives its slot to another one. */
const maxStandstillMs = 30_000;
/** It does so immediately if the wait is known to last that long, but never for a wait that may be over at the next check. */
const minStandstillMs = 2_000;
/** How long it then waits without a worker, at least and at most: up to HubSpot's daily limit. */
const pauseMs = { min: 15_000, max: 86_400_000 };

/** When a wait is too long to keep a slot, and the minimum pause in that case. */
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
