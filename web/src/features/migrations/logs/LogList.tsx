import { formatClock } from '../../../components/format.ts';
import type { IndexedLog } from './log-filter.ts';
import { LogLevelTag } from './LogLevelTag.tsx';

/** A page of log lines on phones. */
export function LogList({ lines }: { readonly lines: readonly IndexedLog[] }) {
  return (
    <ul className="logs-list">
      {lines.map(({ log, context }) => (
        <li key={log.id}>
          <div className="logs-list-head">
            <LogLevelTag level={log.level} />
            <time className="numbers" dateTime={log.timestamp}>
              {formatClock(log.timestamp)}
            </time>
          </div>
          <p>{log.message}</p>
          {context ? <p className="logs-context">{context}</p> : null}
        </li>
      ))}
    </ul>
  );
}
