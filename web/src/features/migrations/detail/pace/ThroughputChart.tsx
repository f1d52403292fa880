import { useEffect, useRef } from 'react';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { formatCount, formatDuration } from '../../../../ui/text/format.ts';
import { useThemeToken } from '../../../../ui/theme/AntdProvider.tsx';
import { steadyTop, type Stretch } from './use-throughput.ts';

const height = 160;

/** The minimum number of bars to leave room for, so that the bars of a young run do not shrink with each new one. */
const least = 30;

/** Between two times of the axis, in seconds: numbers that a clock has. */
const timeSteps = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1_800, 3_600, 7_200, 14_400, 28_800, 86_400];

export interface ThroughputChartProps {
  readonly stretches: readonly Stretch[];
  /** Whether more are to come. */
  readonly running: boolean;
}

/** Bars of records per second over the run's duration. The table beside it gives screen readers the same data. */
export default function ThroughputChart({ stretches, running }: ThroughputChartProps) {
  const place = useRef<HTMLDivElement>(null);
  const { colorPrimary, colorTextSecondary, colorBorderSecondary } = useThemeToken();
  const step = (stretches[0]?.to ?? 2) - (stretches[0]?.from ?? 0);
  const end = Math.max(stretches.at(-1)?.to ?? 0, running ? least * step : 0);
  const top = steadyTop(Math.max(0, ...stretches.map(({ rate }) => rate)));

  useEffect(() => {
    const target = place.current;
    if (!target) return;
    const font = `12px ${getComputedStyle(target).fontFamily}`;
    const axis = { stroke: colorTextSecondary, font, ticks: { show: false } };
    const chart = new uPlot(
      {
        width: target.clientWidth,
        height,
        // Room for the last time label, which is centered on the end of the bars.
        padding: [8, 36, 0, 0],
        legend: { show: false },
        cursor: { show: false },
        scales: { x: { time: false, range: [0, end] }, y: { range: [0, top] } },
        series: [
          {},
          {
            fill: colorPrimary,
            stroke: colorPrimary,
            width: 0,
            points: { show: false },
            ...(uPlot.paths.bars ? { paths: uPlot.paths.bars({ size: [0.9, 120], align: 1 }) } : {}),
          },
        ],
        axes: [
          {
            ...axis,
            size: 24,
            space: 72,
            incrs: timeSteps,
            grid: { show: false },
            values: (_, splits) => splits.map((split) => (split === 0 ? '0' : formatDuration(split * 1_000))),
          },
          {
            ...axis,
            size: 48,
            grid: { stroke: colorBorderSecondary, width: 1 },
            splits: () => [0, top / 2, top],
            values: (_, splits) =>
              splits.map((split) => (split < 1 && split > 0 ? String(split) : formatCount(split))),
          },
        ],
      },
      [stretches.map(({ from }) => from), stretches.map(({ rate }) => rate)],
      target,
    );
    const resized = new ResizeObserver(() => {
      chart.setSize({ width: target.clientWidth, height });
    });
    resized.observe(target);
    return () => {
      resized.disconnect();
      chart.destroy();
    };
  }, [stretches, end, top, colorPrimary, colorTextSecondary, colorBorderSecondary]);

  return <div ref={place} className="throughput-chart" aria-hidden />;
}
