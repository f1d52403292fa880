import type { RunWait } from '@ridgeline/contracts/internal';
import type { WaitTracker } from './wait-tracker.ts';

/** A run that stands still for so long gives its slot to another one. */
const longestStandstillMs = 30_000;
/** It does so at once when it is known that it will; but not for what may be over by the next look. */
const shortestStandstillMs = 2_000;
/** How long nobody needs to take it then, at least and at most: up to HubSpot's daily limit. */
const pauseMs = { least: 15_000, most: 86_400_000 };

/**
 * What a run waits for that stands still too long to keep its slot; null while it goes on, waits only for a moment, or
 * waits for ourselves.
 */
export function waitWithoutSlot(waits: WaitTracker): RunWait | null {
  const standstill = waits.standstill();
  if (!standstill) return null;
  const { ms, leftMs, reason } = standstill;
  const isLong =
    ms >= longestStandstillMs || (ms >= shortestStandstillMs && ms + leftMs > longestStandstillMs);
  if (!isLong) return null;
  return { ms: Math.round(Math.min(pauseMs.most, Math.max(pauseMs.least, leftMs))), reason: reason.text };
}
