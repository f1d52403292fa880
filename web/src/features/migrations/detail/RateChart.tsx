import { formatRate } from '../../../components/format.ts';
import { useNow } from '../../../components/use-now.ts';
import { useSamples } from '../../live/live-context.ts';
import { rateSeries } from './rate.ts';
import './rate-chart.css';

const bucketMs = 2000;
const buckets = 60;
const height = 48;
const barWidth = 10;

/** Records per second over the last two minutes, as far as this page was open. */
export function RateChart({ migrationId }: { readonly migrationId: number }) {
  const now = useNow(bucketMs);
  const samples = useSamples(migrationId);
  const series = rateSeries(samples, now, bucketMs, buckets);
  const peak = Math.max(...series.map((rate) => rate ?? 0));
  return (
    <figure className="rate-chart">
      <figcaption>
        <span>Records per second, last two minutes</span>
        {peak > 0 ? <span className="numbers">peak {formatRate(peak)}</span> : null}
      </figcaption>
      <svg
        viewBox={`0 0 ${buckets * barWidth} ${height}`}
        preserveAspectRatio="none"
        aria-hidden
        focusable="false"
      >
        {series.map((rate, index) => {
          const tall = rate === null ? 0 : Math.max(1, (rate / Math.max(1, peak)) * height);
          return (
            <rect
              key={index}
              x={index * barWidth}
              y={height - tall}
              width={barWidth - 2}
              height={tall}
              rx={1}
            />
          );
        })}
      </svg>
    </figure>
  );
}
