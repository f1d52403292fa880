import type { Migration } from '@ridgeline/contracts';
import { memo } from 'react';
import { Link } from 'react-router-dom';
import { Ago } from '../../../ui/text/Ago.tsx';
import { CancelMigration, isCancellable } from '../CancelMigration.tsx';
import { migrationLook } from '../migration-look.ts';
import { MigrationStatusTag } from '../MigrationStatusTag.tsx';
import { ProgressCell } from '../ProgressCell.tsx';
import { typeText } from '../record-words.ts';
import '../migrations.css';

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
      <p className="migration-cards-note numbers">
        #{id} · {typeText(migrationType)} · <Ago time={createdAt} />
      </p>
      <ProgressCell migration={migration} />
      <Reason migration={migration} />
      {isCancellable(migration) ? <CancelMigration migration={migration} quiet /> : null}
    </li>
  );
});

/** What the status says besides its text: on a phone there is no hovering over it. */
function Reason({ migration }: { readonly migration: Migration }) {
  const { reason } = migrationLook(migration);
  return reason ? (
    <p className={`migration-cards-reason migration-cards-reason-${migration.status}`}>{reason}</p>
  ) : null;
}
