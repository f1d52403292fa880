import type { Migration, Throughput } from '@ridgeline/contracts';
import type { Fact } from '../../../../ui/page/Panel.tsx';
import {
  formatAgo,
  formatCount,
  formatDuration,
  formatRate,
  formatRecords,
} from '../../../../ui/text/format.ts';
import type { Sample } from '../../../live/progress-samples.ts';
import { isFinishing, isPaused, isWaiting } from '../../running-migrations.ts';
import { averageRate, forecastRate, presentRate, ranFor, minRateMs, timeLeft } from './rate.ts';

/** What is seen of a migration at a moment. */
interface Seen {
  readonly samples: readonly Sample[];
  readonly told: Throughput | undefined;
  readonly now: number;
}

/** Speed and time, and in a sentence what the forecast is based on; null if there is no forecast. */
export interface Pace {
  readonly facts: readonly Fact[];
  readonly reason: string | null;
}

/** The current speed of a running migration; the overall speed of an ended one. */
export function paceOf(migration: Migration, { samples, told, now }: Seen): Pace {
  if (migration.startedAt === null) return { facts: [], reason: null };
  if (migration.status !== 'running') return { facts: endedFacts(migration), reason: null };
  // Before the first record, the speed is unknown rather than zero.
  const rate = migration.processedCount === 0 ? null : presentRate(samples, now, told);
  const { forecast, reason } = forecastOf(migration, { samples, now, rate });
  const { lastActivityAt } = migration;
  return {
    facts: [
      {
        label: 'Records per second',
        ...(stillText(migration) ?? { value: rateText(migration, rate) }),
      },
      { label: 'Time left, about', ...forecast },
      { label: 'Last activity', value: lastActivityAt && formatAgo(lastActivityAt, now) },
    ],
    reason,
  };
}

/** While it is paused or waits there is neither a pace nor a forecast. */
const stillText = (migration: Migration): Pick<Fact, 'value' | 'quiet'> | null =>
  isPaused(migration)
    ? { value: 'Paused', quiet: true }
    : isWaiting(migration)
      ? { value: 'Waiting', quiet: true }
      : null;
const estimating = { value: 'Estimating…', quiet: true };

function rateText(migration: Migration, rate: number | null): string {
  if (isFinishing(migration)) return '–';
  return rate === null ? estimating.value : formatRate(rate);
}

interface Forecast {
  readonly forecast: Pick<Fact, 'value' | 'quiet'>;
  readonly reason: string;
}

function forecastOf(migration: Migration, known: Parameters<typeof forecastRate>[1]): Forecast {
  const { rate, now } = known;
  const { processedCount, targetCount, waitingFor } = migration;
  const still = stillText(migration);
  if (still) {
    const reason = isPaused(migration)
      ? 'Resume it to continue.'
      : `${waitingFor ?? ''}. It resumes automatically.`;
    return { forecast: still, reason };
  }
  if (isFinishing(migration))
    return { forecast: { value: 'A moment' }, reason: 'All records processed; final checks.' };
  if (rate === null) return { forecast: estimating, reason: whyNoPace(migration, now) };
  const left = timeLeft(migration, forecastRate(migration, known));
  if (left === null) return { forecast: { value: '–' }, reason: 'Not enough recent progress to estimate.' };
  const rest = formatCount(targetCount - processedCount);
  return {
    forecast: { value: formatDuration(inSteps(left)) },
    reason: `${rest} left, at the speed of the last minutes.`,
  };
}

/** Rounded up to 5 s below a minute, and to 15 s below an hour: more would be a promise. */
function inSteps(ms: number): number {
  const step = ms < 60_000 ? 5_000 : 15_000;
  return Math.ceil(ms / step) * step;
}

function whyNoPace({ processedCount, lastActivityAt }: Migration, now: number): string {
  const quietMs = lastActivityAt === null ? 0 : now - Date.parse(lastActivityAt);
  return processedCount > 0 && quietMs > minRateMs
    ? `No updates for ${formatDuration(quietMs)}; speed unknown.`
    : 'Speed appears 5 seconds after the first records.';
}

function endedFacts(migration: Migration): Fact[] {
  const average = averageRate(migration);
  const took = ranFor(migration);
  return [
    { label: 'Average per second', value: average === null ? null : formatRate(average) },
    { label: 'Took', value: took === null ? null : tookText(took) },
  ];
}

/** An ended run in one line: `300 of 300 records in 3.6 s, 84.5 records per second`. */
export function paceLine(migration: Migration): string {
  const { processedCount, targetCount } = migration;
  const took = ranFor(migration);
  if (took === null) return 'Not started';
  const of = targetCount > processedCount ? `${formatCount(processedCount)} of ` : '';
  const records = formatRecords(Math.max(targetCount, processedCount), { one: 'record', many: 'records' });
  const average = averageRate(migration);
  const speed = average === null ? '' : `, ${formatRate(average)} records per second`;
  return `${of}${records} in ${tookText(took)}${speed}`;
}

/** Below a minute to the tenth, so that it agrees with the average beside it. */
const tookText = (ms: number): string =>
  ms < 60_000 ? `${formatRate(Math.max(ms, 100) / 1_000)} s` : formatDuration(ms);
