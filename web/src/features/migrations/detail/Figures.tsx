import type { Migration } from '@ridgeline/contracts';
import type { Fact } from '../../../components/Facts.tsx';
import { Facts } from '../../../components/Facts.tsx';
import { formatAgo, formatCount, formatDuration, formatRate } from '../../../components/format.ts';
import { useNow } from '../../../components/use-now.ts';
import { useSamples } from '../../live/live-context.ts';
import { averageRate, recentRate, timeLeft } from './rate.ts';

/** Pace and time: of a running migration right now, of an ended one as a whole. */
export function Figures({ migration }: { readonly migration: Migration }) {
  const running = migration.status === 'running';
  const now = useNow(1000, running);
  const samples = useSamples(migration.id);
  const average = averageRate(migration, now);
  const rate = running ? (recentRate(samples, now) ?? average) : average;
  const processed: Fact = {
    label: 'Processed',
    value: `${formatCount(migration.processedCount)} of ${formatCount(migration.targetCount)}`,
  };
  const pace: Fact = {
    label: running ? 'Records per second' : 'Average per second',
    value: rate === null ? null : formatRate(rate),
  };
  return <Facts columns={4} facts={[processed, pace, ...times(migration, rate, now)]} />;
}

function times(migration: Migration, rate: number | null, now: number): Fact[] {
  const { status, startedAt, completedAt, lastActivityAt } = migration;
  if (status === 'queued' || !startedAt) return [];
  if (status === 'running') {
    const left = timeLeft(migration, rate);
    return [
      { label: 'Time left, about', value: left === null ? null : formatDuration(left) },
      { label: 'Last activity', value: lastActivityAt && formatAgo(lastActivityAt, now) },
    ];
  }
  const took = completedAt ? Date.parse(completedAt) - Date.parse(startedAt) : null;
  return [{ label: 'Took', value: took === null ? null : formatDuration(took) }];
}
