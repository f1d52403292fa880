import type { Migration } from '@ridgeline/contracts';
import { Facts, type Fact } from '../../../components/Facts.tsx';
import { formatAgo, formatCount, formatDuration, formatRate } from '../../../components/format.ts';
import { useNow } from '../../../components/use-now.ts';
import { useSamples } from '../../live/live-context.ts';
import { isInLastSteps, isPaused } from './phase.ts';
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
  return (
    <Facts figures columns={5} facts={[processed, paceOf(migration, rate), ...times(migration, rate, now)]} />
  );
}

/** While something holds the run up there is neither a pace nor a forecast. */
const paused = { value: 'Paused', quiet: true };

function paceOf(migration: Migration, rate: number | null): Fact {
  const label = migration.status === 'running' ? 'Records per second' : 'Average per second';
  if (isPaused(migration)) return { label, ...paused };
  return { label, value: rate === null ? null : formatRate(rate) };
}

/** What follows upon the last record takes a moment, of which nothing tells how long. */
function leftText(migration: Migration, left: number | null): string | null {
  if (isInLastSteps(migration)) return 'A moment';
  return left === null ? null : formatDuration(left);
}

function times(migration: Migration, rate: number | null, now: number): Fact[] {
  const { status, startedAt, completedAt, lastActivityAt } = migration;
  if (status === 'queued' || !startedAt) return [];
  if (status === 'running') {
    const left = timeLeft(migration, rate);
    const label = 'Time left, about';
    return [
      isPaused(migration) ? { label, ...paused } : { label, value: leftText(migration, left) },
      { label: 'Last activity', value: lastActivityAt && formatAgo(lastActivityAt, now) },
    ];
  }
  const took = completedAt ? Date.parse(completedAt) - Date.parse(startedAt) : null;
  return [{ label: 'Took', value: took === null ? null : formatDuration(took) }];
}
