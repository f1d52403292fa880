import { findMigrations, type Connection } from '@ridgeline/contracts';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { useQuery } from '../../api/use-query.ts';
import { Panel } from '../../ui/page/Panel.tsx';
import { Ago } from '../../ui/text/Ago.tsx';
import { useIsViewed } from '../company-names/ViewedCompany.tsx';
import { credentialLook, unusableReason, webhookLook } from '../connections/status-display.ts';
import { CredentialTag, WebhookTag } from '../connections/StatusTags.tsx';
import { MigrationStatusTag, PurposeTag } from '../migrations/MigrationStatusTag.tsx';
import { typeText } from '../migrations/record-words.ts';

/** Whether both credentials and the subscription work, with the reason of each. */
export function StatusPanel({ connection }: { readonly connection: Connection }) {
  return (
    <Panel title="Status">
      <ul className="connection-status">
        <StatusLine
          name="AccuLynx API key"
          tag={<CredentialTag connection={connection} system="AccuLynx" bare />}
          reason={credentialLook(connection, 'AccuLynx').reason}
        />
        <StatusLine
          name="HubSpot token"
          tag={<CredentialTag connection={connection} system="HubSpot" bare />}
          reason={credentialLook(connection, 'HubSpot').reason}
        />
        <StatusLine
          name="Webhook"
          tag={<WebhookTag connection={connection} bare />}
          reason={webhookLook(connection).reason}
        />
      </ul>
    </Panel>
  );
}

interface StatusLineProps {
  readonly name: string;
  readonly tag: ReactNode;
  readonly reason: string;
}

function StatusLine({ name, tag, reason }: StatusLineProps) {
  return (
    <li>
      <strong>{name}</strong>
      {tag}
      <p>{reason}</p>
    </li>
  );
}

const most = 5;

/** The last migrations of the connection, and the way to the next one; at another company's the way to that company's. */
export function MigrationsPanel({ connection }: { readonly connection: Connection }) {
  if (!useIsViewed()) return <OwnMigrations connection={connection} />;
  return (
    <Panel title="Migrations">
      <Link to={`/migrations?company=${connection.companyId}`}>Migrations of this company</Link>
    </Panel>
  );
}

function OwnMigrations({ connection }: { readonly connection: Connection }) {
  const { data } = useQuery(findMigrations, { query: { page: 1, connection: String(connection.id) } });
  const latest = (data?.migrations ?? []).slice(0, most);
  const reason = unusableReason(connection);
  return (
    <Panel title="Migrations" extra={<Link to="/migrations">All migrations</Link>}>
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
      {reason === null ? (
        <Link to={`/migrations?dialog=create&connection=${connection.id}`}>Start a migration</Link>
      ) : (
        <p className="connection-quiet">{reason} No migration can start; nothing was changed.</p>
      )}
    </Panel>
  );
}
