import type { Migration } from '@ridgeline/contracts';
import type { Sample } from '../../live/progress-samples.ts';

/** Records per second are taken over this time: long enough to be calm, short enough to be true. */
const windowMs = 15_000;
/** Less than this and a rate would be noise. */
const shortestMs = 2000;

/**
 * Records per second up to now, from the progress seen in this page; null while too little was seen. It falls while
 * nothing arrives, because the time without progress counts.
 */
export function recentRate(samples: readonly Sample[], now: number): number | null {
  const newest = samples.at(-1);
  const base = samples.findLast(({ at }) => at <= now - windowMs) ?? samples[0];
  if (!newest || !base || newest === base) return null;
  // The page's clock ticks each second; an update may be newer than its last tick.
  const elapsed = Math.max(now, newest.at) - base.at;
  return elapsed < shortestMs ? null : ((newest.processed - base.processed) / elapsed) * 1000;
}

/** Records per second over the whole run: exact for an ended one, and a first guess for one just opened. */
export function averageRate(
  { startedAt, completedAt, processedCount }: Pick<Migration, 'startedAt' | 'completedAt' | 'processedCount'>,
  now: number,
): number | null {
  if (!startedAt) return null;
  const elapsed = (completedAt ? Date.parse(completedAt) : now) - Date.parse(startedAt);
  return elapsed < 1 || processedCount === 0 ? null : (processedCount / elapsed) * 1000;
}

/** Milliseconds until the target at this rate; null when it cannot be said, 0 when nothing is left. */
export function timeLeft(
  { targetCount, processedCount }: Pick<Migration, 'targetCount' | 'processedCount'>,
  rate: number | null,
): number | null {
  if (targetCount === 0) return null;
  const left = targetCount - processedCount;
  if (left <= 0) return 0;
  // Below one record in 20 s a forecast is a guess.
  return rate === null || rate < 0.05 ? null : (left / rate) * 1000;
}

/**
 * Records per second for each of the last `buckets` spans of `bucketMs`, oldest first; null before anything was seen.
 * Spans are aligned to the clock, so that the chart moves on in steps instead of flickering.
 */
export function rateSeries(
  samples: readonly Sample[],
  now: number,
  bucketMs: number,
  buckets: number,
): readonly (number | null)[] {
  const [first] = samples;
  const end = Math.floor(now / bucketMs) * bucketMs;
  const processedBy = (time: number) =>
    samples.findLast(({ at }) => at <= time)?.processed ?? first?.processed ?? 0;
  return Array.from({ length: buckets }, (_, index) => {
    const to = end - (buckets - 1 - index) * bucketMs;
    if (!first || to - bucketMs < first.at) return null;
    return ((processedBy(to) - processedBy(to - bucketMs)) / bucketMs) * 1000;
  });
}
