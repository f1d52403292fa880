import {
  capitalized,
  migrationTypeSchema,
  objectTypes,
  type Connection,
  type Migration,
} from '@ridgeline/contracts';
import { memo } from 'react';
import { Link } from 'react-router-dom';
import { Facts } from '../../ui/page/Panel.tsx';
import { lastResultsOf } from '../results/last-results.ts';
import { ResultBrief } from '../results/ResultBrief.tsx';
import { useCurrentMigrations } from '../results/use-current-migrations.ts';
import { Ago } from '../../ui/text/Ago.tsx';
import { CopyableId } from '../../ui/text/CutText.tsx';
import { OneLine } from '../../ui/text/OneLine.tsx';
import { MissedTag, SyncBrief } from '../sync/SyncTag.tsx';
import { ActionsButton, type ToggleMenu } from './actions/use-actions-menu.tsx';
import { replaceText, unusableReason } from './status-display.ts';
import { CredentialTag, WebhookTag } from './StatusTags.tsx';
import { autoSyncLabel, isAutoSyncOn } from './words.ts';
import './connection-card.css';

interface ConnectionCardProps {
  readonly connection: Connection;
  /** Who created it, if known. */
  readonly creator: string | null;
  readonly menuOpen: boolean;
  readonly onMenu: ToggleMenu;
}

/** A connection: its two systems, auto-sync, the last results, and a link to the next step. All cards have the same height. */
export const ConnectionCard = memo(function ConnectionCard(props: ConnectionCardProps) {
  const { connection, creator, menuOpen, onMenu } = props;
  const { id, name, hubSpotPortalId } = connection;
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
          <OneLine text={connection.acculynxCompanyName ?? 'Unknown location'} />
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
          {
            label: autoSyncLabel(connection),
            value: <SyncBrief connectionId={id}>{isAutoSyncOn(connection) ? 'On' : 'Off'}</SyncBrief>,
          },
          ...shownTypes.map((type) => ({
            label: capitalized(objectTypes[type].noun.many),
            value: <LastResult connectionId={id} type={type} />,
          })),
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

/** A card has room for so many types. */
const shownTypes = migrationTypeSchema.options.slice(0, 2);

interface LastResultProps {
  readonly connectionId: number;
  readonly type: Migration['migrationType'];
}

/** The last result of a connection and a type. */
function LastResult({ connectionId, type }: LastResultProps) {
  const { data } = useCurrentMigrations();
  if (!data) return '–';
  const last = lastResultsOf(connectionId, data).find(({ migrationType }) => migrationType === type);
  return last ? (
    <ResultBrief migration={last} />
  ) : (
    <span className="connection-no-result">Nothing copied yet</span>
  );
}

function NextStep({ connection }: { readonly connection: Connection }) {
  const { id } = connection;
  if (unusableReason(connection) === null)
    return <Link to={`/migrations?dialog=create&connection=${id}`}>Start a migration</Link>;
  return <Link to={`/connections/${id}?dialog=edit&connection=${id}`}>{replaceText(connection)}</Link>;
}
