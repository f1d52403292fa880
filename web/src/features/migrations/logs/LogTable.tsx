import {
  logSentence,
  type LogLevel as Level,
  type Migration,
  type MigrationLog,
  type OutcomeKind,
  type RecordKind,
} from '@ridgeline/contracts';
import { useMemo } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { DataTable, type Column } from '../../../ui/table/DataTable.tsx';
import { capitalized, formatClock, formatMoment } from '../../../ui/text/format.ts';
import { outcomeCounts } from '../outcomes.ts';
import { useMigration } from '../use-migrations.tsx';
import { outcomeNote } from './log-filter.ts';
import { readLogView, writeLogView } from './log-view.ts';
import { LogContext } from './LogContext.tsx';
import { logsPanelId } from './use-scroll-to-logs.ts';

const columnsOf = (kind: LogLinesProps['kind']): readonly Column<MigrationLog>[] => [
  { title: 'Timestamp', key: 'timestamp', width: '112px', render: (log) => <LogTime log={log} /> },
  { title: 'Level', key: 'level', width: '104px', render: ({ level }) => <LogLevel level={level} /> },
  { title: 'Message', key: 'message', render: logSentence },
  {
    title: 'Context',
    key: 'context',
    width: '240px',
    render: (log) => <LogContext log={log} kind={kind} />,
  },
];

/** A page of log lines on wide screens. */
export function LogTable({ lines, kind }: LogLinesProps) {
  const columns = useMemo(() => columnsOf(kind), [kind]);
  return <DataTable label="Log lines" columns={columns} rows={lines} keyOf={({ id }) => id} />;
}

/** The level of a line: a word with a mark whose shape differs too. One element, because a page holds many of them. */
function LogLevel({ level }: { readonly level: Level }) {
  return <span className={`log-level log-level-${level}`}>{capitalized(level)}</span>;
}

/** When a line was written; it links to the line itself. */
function LogTime({ log: { id, timestamp } }: { readonly log: MigrationLog }) {
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

interface OutcomeNoteProps {
  readonly outcome: OutcomeKind;
  readonly migration: Migration;
  /** How many lines are found. */
  readonly lines: number;
}

/** Why there are fewer lines than records of an outcome, by the counts of this moment. */
export function OutcomeNote({ outcome, migration, lines }: OutcomeNoteProps) {
  const { data = migration } = useMigration(String(migration.id));
  const note = outcomeNote(outcome, outcomeCounts(data)[outcome], lines);
  return note ? <p className="logs-note numbers">{note}</p> : null;
}

interface LogLinesProps {
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
          <p>{logSentence(log)}</p>
          <div className="logs-list-context">
            <LogContext log={log} kind={kind} />
          </div>
        </li>
      ))}
    </ul>
  );
}
