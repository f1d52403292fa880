import type { MigrationLog } from '@ridgeline/contracts';
import { useMemo } from 'react';
import { DataTable, type Column } from '../../../ui/table/DataTable.tsx';
import { LogContext } from './LogContext.tsx';
import { LogLevel } from './LogLevel.tsx';
import type { LogLinesProps } from './LogList.tsx';
import { LogTime } from './LogTime.tsx';

const columnsOf = (kind: LogLinesProps['kind']): readonly Column<MigrationLog>[] => [
  { title: 'Timestamp', key: 'timestamp', width: '112px', render: (log) => <LogTime log={log} /> },
  { title: 'Level', key: 'level', width: '104px', render: ({ level }) => <LogLevel level={level} /> },
  { title: 'Message', key: 'message', render: ({ message }) => message },
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
