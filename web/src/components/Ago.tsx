import { formatAgo, formatMoment } from './format.ts';
import { Tooltip } from './Tooltip.tsx';
import { useNow } from './use-now.ts';

/** A moment as its age; the exact time on hover. */
export function Ago({ time }: { readonly time: string }) {
  const now = useNow(10_000);
  return (
    <Tooltip title={formatMoment(time)}>
      <time dateTime={time}>{formatAgo(time, now)}</time>
    </Tooltip>
  );
}
