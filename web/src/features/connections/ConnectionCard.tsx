import type { Connection } from '@ridgeline/contracts';
import { memo } from 'react';
import { Link } from 'react-router-dom';
import { Facts } from '../../ui/page/Panel.tsx';
import { Ago } from '../../ui/text/Ago.tsx';
import { CopyableId } from '../../ui/text/CutText.tsx';
import { OneLine } from '../../ui/text/OneLine.tsx';
import { MissedTag, SyncBrief } from '../sync/SyncTag.tsx';
import { ActionsButton, type ToggleMenu } from './actions/use-actions-menu.tsx';
import { unusableReason } from './status-display.ts';
import { CredentialTag, WebhookTag } from './StatusTags.tsx';
import { autoSyncText } from './words.ts';
import './connection-card.css';

interface ConnectionCardProps {
  readonly connection: Connection;
  /** Who made it, when that is known. */
  readonly creator: string | null;
  readonly menuOpen: boolean;
  readonly onMenu: ToggleMenu;
}

/** A connection: its two sides, what goes over by itself, and the way to its migrations. Every card has one height. */
export const ConnectionCard = memo(function ConnectionCard(props: ConnectionCardProps) {
  const { connection, creator, menuOpen, onMenu } = props;
  const { id, name, hubSpotPortalId, lastSync, lastEventAt } = connection;
  return (
    <article className="connection-card" aria-label={name}>
      <header className="connection-card-head">
        <h2>
          <Link to={`/connections/${id}`} className="connection-name" title={name}>
            {name}
          </Link>
        </h2>
        <span className="connection-card-acts">
          <MissedTag connectionId={id} />
          <ActionsButton connection={connection} open={menuOpen} onToggle={onMenu} />
        </span>
      </header>
      <div className="connection-sides">
        <div className="connection-side connection-side-acculynx">
          <div className="connection-side-head">
            <h3>Acculynx</h3>
            <CredentialTag connection={connection} system="AccuLynx" />
          </div>
          <OneLine text={connection.acculynxCompanyName ?? 'Unknown account'} />
        </div>
        <div className="connection-side connection-side-hubspot">
          <div className="connection-side-head">
            <h3>HubSpot</h3>
            <CredentialTag connection={connection} system="HubSpot" />
          </div>
          {hubSpotPortalId === null ? (
            'Unknown portal'
          ) : (
            <CopyableId label="HubSpot Portal ID" id={hubSpotPortalId} />
          )}
        </div>
      </div>
      <Facts
        columns={2}
        facts={[
          { label: 'Webhook', value: <WebhookTag connection={connection} /> },
          { label: 'Auto-sync', value: autoSyncText(connection) },
          { label: 'Last event', value: lastEventAt === null ? null : <Ago time={lastEventAt} /> },
          {
            label: 'Last sync',
            value: (
              <SyncBrief connectionId={id}>{lastSync === null ? '–' : <Ago time={lastSync} />}</SyncBrief>
            ),
          },
        ]}
      />
      <footer className="connection-card-foot">
        <NextStep connection={connection} />
        <small>
          <span>
            Updated <Ago time={connection.updatedAt} />
          </span>
          {creator ? <OneLine text={`by ${creator}`} /> : null}
        </small>
      </footer>
    </article>
  );
});

function NextStep({ connection }: { readonly connection: Connection }) {
  const reason = unusableReason(connection);
  if (reason === null)
    return <Link to={`/migrations?dialog=create&connection=${connection.id}`}>Start a migration</Link>;
  return (
    <p className="connection-unusable" title={reason}>
      <Link to={`/connections/${connection.id}?dialog=edit&connection=${connection.id}`}>Replace it</Link>
      <span>{reason}</span>
    </p>
  );
}
