import type { MigrationLog } from '@ridgeline/contracts';
import { Link, useSearchParams } from 'react-router-dom';
import { formatClock, formatMoment } from '../../../ui/text/format.ts';
import { readLogView, writeLogView } from './log-view.ts';
import { logsPanelId } from './panel-id.ts';

/** When a line was written; it links to the line itself. */
export function LogTime({ log: { id, timestamp } }: { readonly log: MigrationLog }) {
  const [search] = useSearchParams();
  const view = readLogView(search);
  const chosen = view.line === id;
  return (
    <Link
      className={chosen ? 'log-time log-time-chosen numbers' : 'log-time numbers'}
      to={{ search: writeLogView(search, { ...view, line: id }).toString(), hash: logsPanelId }}
      replace
      preventScrollReset
      title={`${formatMoment(timestamp)}: link to this line`}
      {...(chosen ? { 'aria-current': 'true' } : {})}
    >
      <time dateTime={timestamp}>{formatClock(timestamp)}</time>
    </Link>
  );
}
