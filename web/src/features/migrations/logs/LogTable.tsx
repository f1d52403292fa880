import { DataTable, type Column } from '../../../components/DataTable.tsx';
import { formatClock, formatMoment } from '../../../components/format.ts';
import type { IndexedLog } from './log-filter.ts';
import { LogLevelTag } from './LogLevelTag.tsx';

const columns: readonly Column<IndexedLog>[] = [
  {
    title: 'Timestamp',
    key: 'timestamp',
    width: '112px',
    render: ({ log }) => (
      <time className="numbers" dateTime={log.timestamp} title={formatMoment(log.timestamp)}>
        {formatClock(log.timestamp)}
      </time>
    ),
  },
  { title: 'Level', key: 'level', width: '120px', render: ({ log }) => <LogLevelTag level={log.level} /> },
  { title: 'Message', key: 'message', render: ({ log }) => log.message },
  {
    title: 'Context',
    key: 'context',
    width: '34%',
    render: ({ context }) => <span className="logs-context">{context}</span>,
  },
];

/** A page of log lines on wide screens. */
export function LogTable({ lines }: { readonly lines: readonly IndexedLog[] }) {
  return <DataTable label="Log lines" columns={columns} rows={lines} keyOf={({ log }) => log.id} />;
}
