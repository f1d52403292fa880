import { formatRate } from '../../../components/format.ts';
import { useNow } from '../../../components/use-now.ts';
import { useSamples } from '../../live/live-context.ts';
import { rateSeries } from './rate.ts';
import './rate-chart.css';

const bucketMs = 2000;
const buckets = 60;
const height = 48;
const barWidth = 10;
/** What a span without a rate shows, so that the chart has its shape before the first record. */
const emptyHeight = 2;

interface RateChartProps {
  readonly migrationId: number;
  readonly paused: boolean;
}

/** Records per second over the last two minutes, as far as this page was open. */
export function RateChart({ migrationId, paused }: RateChartProps) {
  const now = useNow(bucketMs);
  const samples = useSamples(migrationId);
  const series = rateSeries(samples, now, bucketMs, buckets);
  const peak = Math.max(...series.map((rate) => rate ?? 0));
  return (
    <figure className={paused ? 'rate-chart rate-chart-paused' : 'rate-chart'}>
      <figcaption>
        <span>Pace, last 2 minutes</span>
        <span className="numbers">{peak > 0 ? `peak ${formatRate(peak)}` : 'fills as you watch'}</span>
      </figcaption>
      <svg
        viewBox={`0 0 ${buckets * barWidth} ${height}`}
        preserveAspectRatio="none"
        aria-hidden
        focusable="false"
      >
        {series.map((rate, index) => {
          const known = rate !== null && rate > 0;
          const tall = known ? Math.max(emptyHeight, (rate / peak) * height) : emptyHeight;
          return (
            <rect
              key={index}
              className={known ? 'rate-chart-bar' : 'rate-chart-empty'}
              x={index * barWidth}
              y={height - tall}
              width={barWidth - 2}
              height={tall}
              rx={1}
            />
          );
        })}
      </svg>
      <p className="rate-chart-axis" aria-hidden>
        <span>2 min ago</span>
        <span>1 min ago</span>
        <span>now</span>
      </p>
    </figure>
  );
}
