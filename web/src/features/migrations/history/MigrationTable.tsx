import type { Migration } from '@ridgeline/contracts';
import { Link } from 'react-router-dom';
import { DataTable, type Column } from '../../../ui/table/DataTable.tsx';
import { Ago } from '../../../ui/text/Ago.tsx';
import { CancelMigration, isCancellable } from '../CancelMigration.tsx';
import { MigrationStatusTag } from '../MigrationStatusTag.tsx';
import { ProgressCell } from '../ProgressCell.tsx';
import { typeText } from '../record-words.ts';

const columns: readonly Column<Migration>[] = [
  {
    title: 'Connection',
    key: 'connection',
    render: ({ id, connectionName }) => (
      <div className="migration-name">
        <Link to={`/migrations/${id}`} title={connectionName}>
          {connectionName}
        </Link>
        <span className="numbers">#{id}</span>
      </div>
    ),
  },
  { title: 'Type', key: 'type', width: '96px', render: ({ migrationType }) => typeText(migrationType) },
  { title: 'Status', key: 'status', width: '264px', render: (one) => <MigrationStatusTag migration={one} /> },
  { title: 'Progress', key: 'progress', width: '192px', render: (one) => <ProgressCell migration={one} /> },
  { title: 'Created', key: 'created', width: '144px', render: ({ createdAt }) => <Ago time={createdAt} /> },
  {
    title: 'Actions',
    key: 'actions',
    width: '160px',
    render: (one) => (
      <div className="migration-actions">
        <Link to={`/migrations/${one.id}`} aria-label={`Details of migration #${one.id}`}>
          Details
        </Link>
        {isCancellable(one) ? <CancelMigration migration={one} quiet /> : null}
      </div>
    ),
  },
];

/** The history on wide screens. */
export function MigrationTable({ migrations }: { readonly migrations: readonly Migration[] }) {
  return (
    <DataTable
      label="Migration history"
      columns={columns}
      rows={migrations}
      keyOf={({ id }) => id}
      minWidth="1024px"
    />
  );
}
