import { CheckCircleOutlined, CloseCircleOutlined } from '@ant-design/icons';
import type { Connection, CredentialStatus } from '@ridgeline/contracts';
import { Link } from 'react-router-dom';
import { Ago } from '../../components/Ago.tsx';
import { Facts } from '../../components/Facts.tsx';
import { StatusTag } from '../../components/StatusTag.tsx';
import { unusableReason } from './connection-health.ts';
import './connection-card.css';

interface CredentialProps {
  readonly system: 'Acculynx' | 'HubSpot';
  readonly status: CredentialStatus;
  readonly secret: string;
  readonly detail: string | null;
}

/** One side of a connection: whether its credential works, and what it leads to. */
function Credential({ system, status, secret, detail }: CredentialProps) {
  const valid = status === 'valid';
  return (
    <div className={`connection-side connection-side-${system.toLowerCase()}`}>
      <div className="connection-side-head">
        <h3>{system}</h3>
        {valid ? (
          <StatusTag tone="success" icon={CheckCircleOutlined} text="Valid" />
        ) : (
          <StatusTag
            tone="error"
            icon={CloseCircleOutlined}
            text="Invalid"
            reason={`${system} does not accept the stored credential. No migration can start; nothing was changed.`}
          />
        )}
      </div>
      <p>{detail ?? 'Unknown account'}</p>
      <p className="connection-secret numbers">{secret}</p>
    </div>
  );
}

/** A connection: its two sides, and the way to its migrations. */
export function ConnectionCard({ connection }: { readonly connection: Connection }) {
  const { id, name, hubSpotPortalId } = connection;
  const reason = unusableReason(connection);
  return (
    <article className="connection-card" aria-label={name}>
      <h2 title={name}>{name}</h2>
      <div className="connection-sides">
        <Credential
          system="Acculynx"
          status={connection.acculynxStatus}
          secret={connection.acculynxApiKey}
          detail={connection.acculynxCompanyName}
        />
        <Credential
          system="HubSpot"
          status={connection.hubspotStatus}
          secret={connection.hubspotPat}
          detail={hubSpotPortalId && `Portal ${hubSpotPortalId}`}
        />
      </div>
      <Facts
        columns={2}
        facts={[
          { label: 'Portal time zone', value: connection.hubSpotPortalTimezone },
          { label: 'Last updated', value: <Ago time={connection.updatedAt} /> },
        ]}
      />
      {reason === null ? (
        <Link to={`/migrations?dialog=create&connection=${id}`}>Start a migration</Link>
      ) : (
        <p className="connection-unusable">{reason} Add a connection with a working one to migrate.</p>
      )}
    </article>
  );
}
