import type { Migration, Throughput } from '@ridgeline/contracts';
import type { Sample } from '../../../live/progress-samples.ts';

/** The window for records per second: long enough to be steady, short enough to be current. */
const windowMs = 15_000;
/** Less than this and a rate would be noise. */
export const minRateMs = 5_000;

/**
 * Records per second from the progress seen in this page in the last `overMs`; null while less than `minMs` of it was seen.
 * It falls while nothing arrives, because the time without progress counts.
 */
export function seenRate(
  samples: readonly Sample[],
  now: number,
  minMs: number,
  overMs = windowMs,
): number | null {
  const newest = samples.at(-1);
  const base = samples.findLast(({ at }) => at <= now - overMs) ?? samples[0];
  if (!newest || !base || newest === base) return null;
  // The page's clock ticks each second; an update may be newer than its last tick.
  const elapsed = Math.max(now, newest.at) - base.at;
  return elapsed < minMs ? null : ((newest.processed - base.processed) / elapsed) * 1000;
}

/** Records per second as the server counted them in the last seconds before its answer. */
function toldRate({ at, recent }: Pick<Throughput, 'at' | 'recent'>): number | null {
  if (recent === null) return null;
  const elapsed = Date.parse(at) - Date.parse(recent.since);
  return elapsed < minRateMs ? null : (recent.records / elapsed) * 1000;
}

/**
 * The current speed in records per second; null for the first five seconds. A page open for a whole window knows it best;
 * before that, the server does.
 */
export function presentRate(
  samples: readonly Sample[],
  now: number,
  told: Pick<Throughput, 'at' | 'recent'> | undefined,
): number | null {
  return (
    seenRate(samples, now, windowMs) ?? (told ? toldRate(told) : null) ?? seenRate(samples, now, minRateMs)
  );
}

/** The period a forecast is based on: minutes, so that a vendor that is slow for seconds does not make it swing. */
const forecastMs = 120_000;
const minForecastMs = 60_000;

interface Known {
  readonly samples: readonly Sample[];
  readonly now: number;
  /** The current speed. */
  readonly rate: number | null;
}

/**
 * The speed assumed by a forecast: one quarter the current speed, three quarters that of the last minutes or, if this page
 * has not seen that much, of the whole run. Null without a current speed.
 */
export function forecastRate(
  { startedAt, processedCount }: Pick<Migration, 'startedAt' | 'processedCount'>,
  { samples, now, rate }: Known,
): number | null {
  if (rate === null || startedAt === null) return rate;
  const whole = (processedCount / Math.max(1, now - Date.parse(startedAt))) * 1000;
  const lasting = seenRate(samples, now, minForecastMs, forecastMs) ?? whole;
  return (rate + 3 * lasting) / 4;
}

/** Records per second over the whole of a run that has ended. */
export function averageRate({
  startedAt,
  completedAt,
  processedCount,
}: Pick<Migration, 'startedAt' | 'completedAt' | 'processedCount'>): number | null {
  const elapsed = ranFor({ startedAt, completedAt });
  return elapsed === null || elapsed < 1 || processedCount === 0 ? null : (processedCount / elapsed) * 1000;
}

/** How long a run took, in ms; null unless it has begun and ended. */
export const ranFor = ({
  startedAt,
  completedAt,
}: Pick<Migration, 'startedAt' | 'completedAt'>): number | null =>
  startedAt && completedAt ? Math.max(0, Date.parse(completedAt) - Date.parse(startedAt)) : null;

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

/** So long after its last record a run still counts as moving: a batch may take some seconds. */
const stillMs = 4_000;

/** Whether this page saw records being processed in the last seconds. */
export function isMoving(samples: readonly Sample[], now: number): boolean {
  const newest = samples.at(-1);
  if (!newest) return false;
  const last = samples.find(({ processed }) => processed === newest.processed);
  return last !== undefined && last !== samples[0] && now - last.at < stillMs;
}
