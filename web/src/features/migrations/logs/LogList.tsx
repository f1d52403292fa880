import type { MigrationLog, RecordKind } from '@ridgeline/contracts';
import { LogContext } from './LogContext.tsx';
import { LogLevel } from './LogLevel.tsx';
import { LogTime } from './LogTime.tsx';

export interface LogLinesProps {
  readonly lines: readonly MigrationLog[];
  /** What the migration is about. */
  readonly kind: RecordKind;
}

/** A page of log lines on phones. */
export function LogList({ lines, kind }: LogLinesProps) {
  return (
    <ul className="logs-list" aria-label="Log lines">
      {lines.map((log) => (
        <li key={log.id}>
          <div className="logs-list-head">
            <LogLevel level={log.level} />
            <LogTime log={log} />
          </div>
          <p>{log.message}</p>
          <div className="logs-list-context">
            <LogContext log={log} kind={kind} />
          </div>
        </li>
      ))}
    </ul>
  );
}
