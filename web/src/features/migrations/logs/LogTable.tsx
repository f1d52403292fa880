import { DownOutlined, RightOutlined } from '@ant-design/icons';
import {
  logSentence,
  type LogLevel as Level,
  type Migration,
  type MigrationLog,
  type OutcomeKind,
  type RecordKind,
} from '@ridgeline/contracts';
import { useCallback, useMemo } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { Button } from '../../../ui/controls/Button.tsx';
import { DataTable, type Column } from '../../../ui/table/DataTable.tsx';
import { capitalized, formatClock, formatMoment } from '../../../ui/text/format.ts';
import type { Purpose } from '../../summary/purpose.ts';
import { outcomeCounts } from '../outcomes.ts';
import { useMigration } from '../use-migrations.tsx';
import { outcomeNote } from './log-filter.ts';
import { foldText, keyOfRow, type FoldRow, type LogRow } from './log-rows.ts';
import { readLogView, writeLogView } from './log-view.ts';
import { LogContext, WholeContext } from './LogContext.tsx';
import { useOpenIds, type OpenIds } from './use-open-ids.ts';
import { logsPanelId } from './use-scroll-to-logs.ts';

interface LogRowsProps {
  readonly rows: readonly LogRow[];
  /** The kind of the migration's own records. */
  readonly kind: RecordKind;
  readonly purpose: Purpose;
  /** Opens or folds the batches of a row. */
  readonly onFold: (fold: number) => void;
}

function columnsOf({ kind, purpose, onFold }: Omit<LogRowsProps, 'rows'>, [open, toggle]: OpenIds) {
  return [
    { title: 'Timestamp', key: 'timestamp', width: '112px', render: (row) => <RowTime row={row} /> },
    { title: 'Level', key: 'level', width: '104px', render: (row) => <LogLevel level={levelOf(row)} /> },
    {
      title: 'Message',
      key: 'message',
      render: (row) =>
        'fold' in row ? (
          <FoldButton row={row} kind={kind} purpose={purpose} onFold={onFold} />
        ) : (
          <span className={row.inFold ? 'log-in-fold' : undefined}>{logSentence(row.log)}</span>
        ),
    },
    {
      title: 'Context',
      key: 'context',
      width: '240px',
      render: (row) =>
        'fold' in row ? null : (
          <LogContext log={row.log} kind={kind} open={open.has(row.log.id)} onToggle={toggle} />
        ),
    },
  ] satisfies readonly Column<LogRow>[];
}

/** A page of log entries on wide screens. */
export function LogTable({ rows, kind, purpose, onFold }: LogRowsProps) {
  const [open, toggle] = useOpenIds();
  const columns = useMemo(
    () => columnsOf({ kind, purpose, onFold }, [open, toggle]),
    [kind, purpose, onFold, open, toggle],
  );
  const below = useCallback(
    (row: LogRow) => ('fold' in row || !open.has(row.log.id) ? null : <WholeContext log={row.log} />),
    [open],
  );
  return <DataTable label="Log entries" columns={columns} rows={rows} keyOf={keyOfRow} below={below} />;
}

/** Several batch reports in one expandable row. */
function FoldButton({ row, kind, purpose, onFold }: Omit<LogRowsProps, 'rows'> & { readonly row: FoldRow }) {
  return (
    <Button
      look="link"
      className="log-fold"
      icon={row.open ? <DownOutlined aria-hidden /> : <RightOutlined aria-hidden />}
      aria-expanded={row.open}
      onClick={() => {
        onFold(row.fold);
      }}
    >
      {foldText(row.batches, kind, purpose)}
    </Button>
  );
}

const levelOf = (row: LogRow): Level => ('fold' in row ? 'success' : row.log.level);

/** When a row was written. For a row of batches: the time of the newest entry, without a link. */
function RowTime({ row }: { readonly row: LogRow }) {
  if (!('fold' in row)) return <LogTime log={row.log} />;
  const newest = row.batches[0]?.timestamp ?? '';
  return (
    <time className="numbers" dateTime={newest}>
      {formatClock(newest)}
    </time>
  );
}

/** An entry's level: a word with an icon of distinct shape. A single element, because a page has many of them. */
function LogLevel({ level }: { readonly level: Level }) {
  return <span className={`log-level log-level-${level}`}>{capitalized(level)}</span>;
}

/** When an entry was written; it links to the entry itself. */
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
      title={`${formatMoment(timestamp)}: link to this entry`}
      {...(chosen ? { 'aria-current': 'true' } : {})}
    >
      <time dateTime={timestamp}>{formatClock(timestamp)}</time>
    </Link>
  );
}

interface OutcomeNoteProps {
  readonly outcome: OutcomeKind;
  readonly migration: Migration;
  /** The number of matching entries. */
  readonly lines: number;
}

/** Why there are fewer entries than records of an outcome, by the counts of this moment. */
export function OutcomeNote({ outcome, migration, lines }: OutcomeNoteProps) {
  const { data = migration } = useMigration(String(migration.id));
  const note = outcomeNote(outcome, outcomeCounts(data)[outcome], lines);
  return note ? <p className="logs-note numbers">{note}</p> : null;
}

/** A page of log entries on phones. */
export function LogList({ rows, kind, purpose, onFold }: LogRowsProps) {
  const [open, toggle] = useOpenIds();
  return (
    <ul className="logs-list" aria-label="Log entries">
      {rows.map((row) => (
        <li key={keyOfRow(row)}>
          <div className="logs-list-head">
            <LogLevel level={levelOf(row)} />
            <RowTime row={row} />
          </div>
          {'fold' in row ? (
            <FoldButton row={row} kind={kind} purpose={purpose} onFold={onFold} />
          ) : (
            <>
              <p className={row.inFold ? 'log-in-fold' : undefined}>{logSentence(row.log)}</p>
              <div className="logs-list-context">
                <LogContext log={row.log} kind={kind} open={open.has(row.log.id)} onToggle={toggle} />
              </div>
              {open.has(row.log.id) ? <WholeContext log={row.log} /> : null}
            </>
          )}
        </li>
      ))}
    </ul>
  );
}
