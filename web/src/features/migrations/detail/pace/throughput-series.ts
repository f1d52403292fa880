import type { Throughput } from '@ridgeline/contracts';

/** Records per second in a stretch of a run, counted in seconds from its start. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
  readonly rate: number;
}

type Told = Pick<Throughput, 'at' | 'from' | 'stepMs' | 'records'>;

/**
 * The stretches of a run, oldest first. The last one is shorter than the others: of a run that goes on it is left out
 * until half of it is over, of one that ended after `endedAfterMs` what is less than half is part of the one before.
 */
export function throughputSeries(
  { at, from, stepMs, records }: Told,
  endedAfterMs: number | null,
): readonly Stretch[] {
  if (from === null) return [];
  const runMs = endedAfterMs ?? Date.parse(at) - Date.parse(from);
  const lastFrom = (records.length - 1) * stepMs;
  const short = runMs - lastFrom < stepMs / 2;
  const stretches = records.map((count, place) => ({
    fromMs: place * stepMs,
    toMs: place === records.length - 1 ? Math.max(runMs, lastFrom + 1_000) : (place + 1) * stepMs,
    count,
  }));
  const last = stretches.at(-1);
  const before = stretches.at(-2);
  if (short && last && before) {
    stretches.pop();
    if (endedAfterMs !== null) {
      stretches.pop();
      stretches.push({ ...before, toMs: Math.max(before.toMs, runMs), count: before.count + last.count });
    }
  }
  return stretches.map(({ fromMs, toMs, count }) => ({
    from: fromMs / 1_000,
    to: toMs / 1_000,
    rate: (count / (toMs - fromMs)) * 1_000,
  }));
}

/** The end of a scale that stands still: the next 1, 2 or 5 with zeros behind it that nothing exceeds. */
export function steadyTop(highest: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(highest, 1)));
  return ([1, 2, 5, 10].find((factor) => factor * power >= highest) ?? 10) * power;
}
