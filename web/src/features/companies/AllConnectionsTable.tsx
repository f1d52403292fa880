import type { CompanyConnection } from '@ridgeline/contracts';
import { Link } from 'react-router-dom';
import { DataTable, type Column } from '../../ui/table/DataTable.tsx';
import { Ago } from '../../ui/text/Ago.tsx';
import { OneLine } from '../../ui/text/OneLine.tsx';
import { CompanyName } from '../company-names/CompanyName.tsx';
import { CredentialTag, WebhookTag } from '../connections/StatusTags.tsx';

interface ConnectionRowsProps {
  readonly connections: readonly CompanyConnection[];
}

const columns: readonly Column<CompanyConnection>[] = [
  {
    title: 'Company',
    key: 'company',
    width: '22%',
    render: ({ companyId, companyName }) => <CompanyName companyId={companyId} name={companyName} />,
  },
  { title: 'Connection', key: 'connection', render: (one) => <NameLink connection={one} /> },
  {
    title: 'Acculynx',
    key: 'acculynx',
    width: '112px',
    render: (one) => <CredentialTag connection={one} system="AccuLynx" />,
  },
  {
    title: 'HubSpot',
    key: 'hubspot',
    width: '112px',
    render: (one) => <CredentialTag connection={one} system="HubSpot" />,
  },
  { title: 'Webhook', key: 'webhook', width: '128px', render: (one) => <WebhookTag connection={one} /> },
  {
    title: 'Last sync',
    key: 'sync',
    width: '152px',
    render: ({ lastSync }) => <LastSync time={lastSync} />,
  },
];

/** A page of connections on wide screens. */
export function AllConnectionsTable({ connections }: ConnectionRowsProps) {
  return (
    <DataTable
      label="Connections of all companies"
      columns={columns}
      rows={connections}
      keyOf={({ id }) => id}
      minWidth="896px"
    />
  );
}

/** A page of connections on phones: a card for each. */
export function AllConnectionCards({ connections }: ConnectionRowsProps) {
  return (
    <ul className="company-cards" aria-label="Connections of all companies">
      {connections.map((one) => (
        <li key={one.id}>
          <CompanyName companyId={one.companyId} name={one.companyName} />
          <NameLink connection={one} />
          <dl className="company-cards-tags">
            <dt>Acculynx</dt>
            <dd>
              <CredentialTag connection={one} system="AccuLynx" />
            </dd>
            <dt>HubSpot</dt>
            <dd>
              <CredentialTag connection={one} system="HubSpot" />
            </dd>
            <dt>Webhook</dt>
            <dd>
              <WebhookTag connection={one} />
            </dd>
            <dt>Last sync</dt>
            <dd>
              <LastSync time={one.lastSync} />
            </dd>
          </dl>
        </li>
      ))}
    </ul>
  );
}

function NameLink({ connection: { id, name } }: { readonly connection: CompanyConnection }) {
  return (
    <Link to={`/connections/${id}`}>
      <OneLine text={name} />
    </Link>
  );
}

function LastSync({ time }: { readonly time: string | null }) {
  return time === null ? 'Never' : <Ago time={time} />;
}
