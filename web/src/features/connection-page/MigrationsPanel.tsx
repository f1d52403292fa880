import { findMigrations, type Connection } from '@ridgeline/contracts';
import { Link } from 'react-router-dom';
import { useQuery } from '../../api/use-query.ts';
import { Panel } from '../../ui/page/Panel.tsx';
import { Ago } from '../../ui/text/Ago.tsx';
import { useIsViewed } from '../company-names/ViewedCompany.tsx';
import { unusableReason } from '../connections/status-display.ts';
import { MigrationStatusTag, PurposeTag } from '../migrations/MigrationStatusTag.tsx';
import { typeText } from '../migrations/record-words.ts';

const most = 5;

/** The newest migrations of a connection, as a page of the history. */
export const useLatestMigrations = (connectionId: number) =>
  useQuery(findMigrations, { query: { page: 1, connection: String(connectionId) } });

interface MigrationsPanelProps {
  readonly connection: Connection;
}

/** The connection's latest migrations; for another company's connection, only a link to that company's migrations. */
export function MigrationsPanel({ connection }: MigrationsPanelProps) {
  if (!useIsViewed()) return <OwnMigrations connection={connection} />;
  return (
    <Panel title="Migrations">
      <Link to={`/migrations?company=${connection.companyId}`}>Migrations of this company</Link>
    </Panel>
  );
}

function OwnMigrations({ connection }: MigrationsPanelProps) {
  const { id } = connection;
  const { data } = useLatestMigrations(id);
  const latest = (data?.migrations ?? []).slice(0, most);
  const reason = unusableReason(connection);
  return (
    <Panel title="Migrations" extra={<Link to={`/migrations?connection=${id}`}>All of this connection</Link>}>
      <ul className="connection-migrations">
        {latest.map((migration) => (
          <li key={migration.id}>
            <Link to={`/migrations/${migration.id}`}>
              #{migration.id} {typeText(migration.migrationType)}
            </Link>
            <MigrationStatusTag migration={migration} />
            <PurposeTag migration={migration} />
            <Ago time={migration.createdAt} />
          </li>
        ))}
        {data && latest.length === 0 ? <li>Nothing has been migrated with this connection yet.</li> : null}
      </ul>
      {reason === null ? null : (
        <p className="connection-quiet">No migration can start until the connection is repaired.</p>
      )}
    </Panel>
  );
}
