import type { Migration } from '@ridgeline/contracts';
import { lazy, Suspense, useMemo } from 'react';
import { Panel } from '../../../../ui/page/Panel.tsx';
import { StaleNotice } from '../../../../ui/page/StaleNotice.tsx';
import { Facts } from '../../../../ui/table/Facts.tsx';
import { useNow } from '../../../../ui/text/Ago.tsx';
import { formatDuration, formatRate } from '../../../../ui/text/format.ts';
import { useSamples } from '../../../live/live-context.ts';
import { isFinal } from '../../../live/migration-versions.ts';
import { loadChart } from './load-chart.tsx';
import { paceOf } from './pace-facts.ts';
import { ranFor } from './rate.ts';
import { throughputSeries, type Stretch } from './throughput-series.ts';
import { useThroughput } from './use-throughput.ts';
import { whyNoChart } from './why-no-chart.ts';
import './throughput.css';

const ThroughputChart = lazy(loadChart);

/** How fast the migration is and was, and when it will be done. */
export function ThroughputPanel({ migration }: { readonly migration: Migration }) {
  const running = migration.status === 'running';
  const now = useNow(1000, running);
  const samples = useSamples(migration.id);
  const { told, error, fetchAgain } = useThroughput(migration);
  const ended = isFinal(migration) ? ranFor(migration) : null;
  const stretches = useMemo(() => (told ? throughputSeries(told, ended) : []), [told, ended]);
  const { facts, reason } = paceOf(migration, { samples, told, now });
  return (
    <Panel title="Throughput">
      <div className="throughput">
        {facts.length > 0 ? <Facts figures columns={2} facts={facts} /> : null}
        {reason ? <p className="throughput-note numbers">{reason}</p> : null}
        {error === undefined ? null : (
          <StaleNotice
            title={`How fast it was could not be ${told ? 'brought up to date' : 'loaded'}`}
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
            <ThroughputTable stretches={stretches} />
          </figure>
        ) : error === undefined ? (
          <p className="throughput-none">{whyNoChart(migration, told)}</p>
        ) : null}
      </div>
    </Panel>
  );
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
