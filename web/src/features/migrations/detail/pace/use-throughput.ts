import { getThroughput, type Migration, type Throughput } from '@ridgeline/contracts';
import { useEffect, useState } from 'react';
import { useQuery } from '../../../../api/use-query.ts';
import { isFinal } from '../../../live/migration-cache.ts';

/** A chart of a long run changes slowly. */
const minMs = 3_000;

/** A stable function, because SWR restarts its timer when the function changes. */
const pollOf = (latest: Throughput | undefined): number => Math.max(minMs, (latest?.stepMs ?? 0) / 2);

/** The last answer, and the failure that came after it. */
interface KnownThroughput {
  readonly told: Throughput | undefined;
  readonly error: unknown;
  readonly fetchAgain: () => void;
}

/** A migration's speed over time as counted by the server, so that it is complete from the start and after a reload. */
export function useThroughput(migration: Migration): KnownThroughput {
  const final = isFinal(migration);
  const params = { id: String(migration.id) };
  const { data, error, mutate } = useQuery(
    getThroughput,
    { params },
    {
      refreshInterval: final ? 0 : pollOf,
      dedupingInterval: minMs - 1_000,
    },
  );
  // Nothing is counted after the end, so an answer from then is final.
  const [askedAfterEnd] = useState(final && data === undefined);
  useEffect(() => {
    // The last answer was from before the end.
    if (final && !askedAfterEnd) void mutate();
  }, [final, askedAfterEnd, mutate]);
  return { told: data, error, fetchAgain: () => void mutate() };
}

/** Records per second in a stretch of a run, counted in seconds from its start. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
  readonly rate: number;
}

type Told = Pick<Throughput, 'at' | 'from' | 'stepMs' | 'records'>;

/**
 * The intervals of a run, oldest first. The last one is usually incomplete. While the run continues, it is omitted until
 * half of it has passed; if the run ended after `endedAfterMs`, less than half is merged into the previous one.
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

/** The end of a stable scale: the next 1, 2 or 5 with zeros behind it that nothing exceeds. */
export function steadyTop(highest: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(highest, 1)));
  return ([1, 2, 5, 10].find((factor) => factor * power >= highest) ?? 10) * power;
}
