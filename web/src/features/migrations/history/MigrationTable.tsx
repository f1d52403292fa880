import type { Migration } from '@ridgeline/contracts';
import { memo } from 'react';
import { Link } from 'react-router-dom';
import { DataTable, type Column } from '../../../ui/table/DataTable.tsx';
import { Ago } from '../../../ui/text/Ago.tsx';
import { CancelMigration, isCancellable } from '../CancelMigration.tsx';
import { migrationLook, MigrationStatusTag, PurposeTag } from '../MigrationStatusTag.tsx';
import { ProgressCell } from '../ProgressCell.tsx';
import { typeText } from '../record-words.ts';
import '../migrations.css';

const columns: readonly Column<Migration>[] = [
  {
    title: 'Connection',
    key: 'connection',
    render: (one) => (
      <>
        <div className="migration-name">
          <Link to={`/migrations/${one.id}`} title={one.connectionName}>
            {one.connectionName}
          </Link>
          <span className="numbers">#{one.id}</span>
        </div>
        <PurposeTag migration={one} />
      </>
    ),
  },
  { title: 'Type', key: 'type', width: '88px', render: ({ migrationType }) => typeText(migrationType) },
  { title: 'Status', key: 'status', width: '256px', render: (one) => <MigrationStatusTag migration={one} /> },
  { title: 'Progress', key: 'progress', width: '168px', render: (one) => <ProgressCell migration={one} /> },
  { title: 'Created', key: 'created', width: '140px', render: ({ createdAt }) => <Ago time={createdAt} /> },
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

/** The history on phones: a card for each migration. */
export function MigrationCards({ migrations }: { readonly migrations: readonly Migration[] }) {
  return (
    <ul className="migration-cards">
      {migrations.map((one) => (
        <MigrationCard key={one.id} migration={one} />
      ))}
    </ul>
  );
}

const MigrationCard = memo(function MigrationCard({ migration }: { readonly migration: Migration }) {
  const { id, connectionName, migrationType, createdAt } = migration;
  return (
    <li>
      <div className="migration-cards-head">
        <Link to={`/migrations/${id}`}>{connectionName}</Link>
        <MigrationStatusTag migration={migration} />
      </div>
      <div className="migration-cards-note numbers">
        <span>
          #{id} · {typeText(migrationType)} · <Ago time={createdAt} />
        </span>
        <PurposeTag migration={migration} />
      </div>
      <ProgressCell migration={migration} />
      <Reason migration={migration} />
      {isCancellable(migration) ? <CancelMigration migration={migration} quiet /> : null}
    </li>
  );
});

/** The reason behind the status; shown in full because phones have no hover. */
function Reason({ migration }: { readonly migration: Migration }) {
  const { reason } = migrationLook(migration);
  return reason ? (
    <p className={`migration-cards-reason migration-cards-reason-${migration.status}`}>{reason}</p>
  ) : null;
}
