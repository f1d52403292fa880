import type { Migration } from '@ridgeline/contracts';
import { lazy, Suspense, useMemo } from 'react';
import { Facts } from '../../../../components/Facts.tsx';
import { formatDuration, formatRate } from '../../../../components/format.ts';
import { Panel } from '../../../../components/Panel.tsx';
import { useNow } from '../../../../components/use-now.ts';
import { useSamples } from '../../../live/live-context.ts';
import { isFinal } from '../../../live/migration-versions.ts';
import { loadChart } from './load-chart.tsx';
import { paceOf } from './pace-facts.ts';
import { ranFor } from './rate.ts';
import { throughputSeries, type Stretch } from './throughput-series.ts';
import { useThroughput } from './use-throughput.ts';
import './throughput.css';

const ThroughputChart = lazy(loadChart);

/** How fast the migration is and was, and when it will be done. */
export function ThroughputPanel({ migration }: { readonly migration: Migration }) {
  const running = migration.status === 'running';
  const now = useNow(1000, running);
  const samples = useSamples(migration.id);
  const told = useThroughput(migration);
  const ended = isFinal(migration) ? ranFor(migration) : null;
  const stretches = useMemo(() => (told ? throughputSeries(told, ended) : []), [told, ended]);
  const { facts, reason } = paceOf(migration, { samples, told, now });
  return (
    <Panel title="Throughput">
      <div className="throughput">
        {facts.length > 0 ? <Facts figures columns={2} facts={facts} /> : null}
        {reason ? <p className="throughput-note numbers">{reason}</p> : null}
        {stretches.length > 0 ? (
          <figure>
            <figcaption>Records per second since the start</figcaption>
            <Suspense fallback={<div className="throughput-chart" />}>
              <ThroughputChart stretches={stretches} running={running} />
            </Suspense>
            <ThroughputTable stretches={stretches} />
          </figure>
        ) : (
          <p className="throughput-none">{whyNone(migration, told !== undefined)}</p>
        )}
      </div>
    </Panel>
  );
}

function whyNone(migration: Migration, told: boolean): string {
  if (!told) return '';
  if (!isFinal(migration)) return 'The chart begins with the first records.';
  return migration.processedCount === 0
    ? 'No record was handled.'
    : 'How fast it was at which time is not kept any more.';
}

/** The chart in numbers, for everybody who reads numbers better. */
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
