import { useEffect, useState } from 'react';
import { Tooltip } from '../controls/Tooltip.tsx';
import { formatAgo, formatMoment, formatUntil } from './format.ts';

/** A moment as its age; the exact time on hover. */
export function Ago({ time }: { readonly time: string }) {
  const now = useNow(10_000);
  return (
    <Tooltip title={formatMoment(time)}>
      <time dateTime={time}>{formatAgo(time, now)}</time>
    </Tooltip>
  );
}

/** A future moment as the time remaining; the exact time on hover. */
export function Until({ time }: { readonly time: string }) {
  const now = useNow(10_000);
  return (
    <Tooltip title={formatMoment(time)}>
      <time dateTime={time}>{formatUntil(time, now)}</time>
    </Tooltip>
  );
}

/** The present time in epoch milliseconds, renewed at the interval; it does not change while `running` is false. */
export function useNow(intervalMs: number, running = true): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (!running) return;
    const timer = setInterval(() => {
      setNow(Date.now());
    }, intervalMs);
    return () => {
      clearInterval(timer);
    };
  }, [intervalMs, running]);
  return now;
}
