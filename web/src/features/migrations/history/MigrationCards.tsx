import type { Migration } from '@ridgeline/contracts';
import { Link } from 'react-router-dom';
import { Ago } from '../../../components/Ago.tsx';
import { CancelMigration, isCancellable } from '../CancelMigration.tsx';
import { MigrationStatusTag } from '../MigrationStatusTag.tsx';
import { ProgressCell } from '../ProgressCell.tsx';
import { typeText } from '../record-words.ts';
import '../migrations.css';

/** The history on phones: a card for each migration. */
export function MigrationCards({ migrations }: { readonly migrations: readonly Migration[] }) {
  return (
    <ul className="migration-cards">
      {migrations.map((one) => (
        <li key={one.id}>
          <div className="migration-cards-head">
            <Link to={`/migrations/${one.id}`}>{one.connectionName}</Link>
            <MigrationStatusTag migration={one} />
          </div>
          <p className="migration-cards-note numbers">
            #{one.id} · {typeText(one.migrationType)} · <Ago time={one.createdAt} />
          </p>
          <ProgressCell migration={one} />
          <Reason migration={one} />
          {isCancellable(one) ? <CancelMigration migration={one} quiet /> : null}
        </li>
      ))}
    </ul>
  );
}

/** Why it stopped or stands still: on a phone there is no hovering over the status. */
function Reason({ migration: { status, failureMessage, waitingFor } }: { readonly migration: Migration }) {
  const reason = status === 'failed' ? failureMessage : waitingFor;
  return reason ? (
    <p className={`migration-cards-reason migration-cards-reason-${status}`}>{reason}</p>
  ) : null;
}
