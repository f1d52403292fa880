import { locale, type Migration } from '@ridgeline/contracts';
import { lazy, Suspense, useMemo, type ComponentType } from 'react';
import { StaleNotice } from '../../../../ui/page/PageStates.tsx';
import { Facts, Panel } from '../../../../ui/page/Panel.tsx';
import { useNow } from '../../../../ui/text/Ago.tsx';
import { formatDuration, formatRate } from '../../../../ui/text/format.ts';
import { useSamples } from '../../../live/live-context.ts';
import { isFinal } from '../../../live/migration-cache.ts';
import { QuotaLine } from '../../../quota/QuotaLine.tsx';
import { isPaused } from '../../running-migrations.ts';
import { paceOf } from './pace-facts.ts';
import { ranFor } from './rate.ts';
import type { ThroughputChartProps } from './ThroughputChart.tsx';
import { throughputSeries, useThroughput, type Stretch } from './use-throughput.ts';
import './throughput.css';

const ThroughputChart = lazy(loadChart);

interface ThroughputProps {
  readonly migration: Migration;
}

export const ThroughputPanel = ({ migration }: ThroughputProps) => (
  <Panel title="Throughput">
    <Throughput migration={migration} />
  </Panel>
);

/** The migration's current and past speed, and when it will finish. */
export function Throughput({ migration }: ThroughputProps) {
  const running = migration.status === 'running';
  const now = useNow(1000, running);
  const samples = useSamples(migration.id);
  const { told, error, fetchAgain } = useThroughput(migration);
  const ended = isFinal(migration) ? ranFor(migration) : null;
  const stretches = useMemo(() => (told ? throughputSeries(told, ended) : []), [told, ended]);
  const { facts, reason } = paceOf(migration, { samples, told, now });
  return (
    <div className="throughput">
      {facts.length > 0 ? <Facts figures columns={2} facts={facts} /> : null}
      {reason ? <p className="throughput-note numbers">{reason}</p> : null}
      {error === undefined ? null : (
        <StaleNotice
          title={`Could not ${told ? 'refresh' : 'load'} throughput`}
          error={error}
          onRetry={fetchAgain}
        />
      )}
      {stretches.length > 0 ? (
        <figure className={error === undefined ? undefined : 'stale'}>
          <figcaption>Records per second since the start</figcaption>
          <Suspense fallback={<div className="throughput-chart" />}>
            <ThroughputChart stretches={stretches} running={running} />
          </Suspense>
        </figure>
      ) : error === undefined ? (
        <p className="throughput-none">{whyNoChart(migration, told)}</p>
      ) : null}
      <div className="throughput-foot">
        {stretches.length > 0 ? <ThroughputTable stretches={stretches} /> : null}
        {running && !isPaused(migration) ? <QuotaLine connectionId={migration.connectionId} /> : null}
      </div>
    </div>
  );
}

/** The chart's data as a table, for users who prefer numbers. */
function ThroughputTable({ stretches }: { readonly stretches: readonly Stretch[] }) {
  return (
    <details className="throughput-table">
      <summary>Show as a table</summary>
      <table className="numbers">
        <caption className="visually-hidden">Records per second since the start</caption>
        <thead>
          <tr>
            <th scope="col">Up to</th>
            <th scope="col">Records per second</th>
          </tr>
        </thead>
        <tbody>
          {stretches.map(({ to, rate }) => (
            <tr key={to}>
              <td>{formatDuration(to * 1_000)}</td>
              <td>{formatRate(rate)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}

type Run = Pick<Migration, 'status' | 'processedCount' | 'completedAt'>;

/** Why there is no chart; null until known, because an answer from before the end lacks what was counted since. */
export function whyNoChart(run: Run, told: { readonly at: string } | undefined): string | null {
  if (!told) return null;
  const { processedCount, completedAt } = run;
  if (!isFinal(run))
    return processedCount === 0
      ? 'The chart begins with the first records.'
      : 'The chart begins in a moment.';
  if (processedCount === 0) return 'No records were processed.';
  if (completedAt !== null && Date.parse(told.at) < Date.parse(completedAt)) return null;
  return 'Throughput history has expired.';
}

/**
 * Loads the chart, which only this page needs; if that fails, the table still has the numbers. uPlot creates formatters for
 * the browser's language when it loads and fails on an invalid one, so it gets the app's locale.
 */
async function loadChart(): Promise<{ default: ComponentType<ThroughputChartProps> }> {
  Object.defineProperty(navigator, 'language', { value: locale, configurable: true });
  try {
    return await import('./ThroughputChart.tsx');
  } catch {
    return { default: NoChart };
  }
}

function NoChart() {
  return <p className="throughput-none">The chart could not be loaded. The table has its numbers.</p>;
}
