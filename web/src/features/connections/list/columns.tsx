import { CheckOutlined } from '@ant-design/icons';
import type { Connection } from '@ridgeline/contracts';
import type { ReactNode } from 'react';
import { Ago } from '../../../ui/text/Ago.tsx';
import { CopyableId } from '../../../ui/text/CutText.tsx';
import { OneLine } from '../../../ui/text/OneLine.tsx';
import { personLabel } from '../../session/person.ts';
import { MissedTag, SyncBrief } from '../../sync/SyncTag.tsx';
import { CredentialTag, WebhookTag } from '../StatusTags.tsx';
import { dealText } from '../words.ts';
import type { Creators } from './use-creators.ts';

export interface ListColumn {
  readonly title: string;
  /** In pixels. */
  readonly width: number;
  readonly render: (connection: Connection, creators: Creators) => ReactNode;
}

/** Two lines: what it is, and a quiet one about it. */
const twoLines = (first: ReactNode, second: ReactNode) => (
  <div className="connection-cell">
    {first}
    <small>{second}</small>
  </div>
);

const yes = (
  <span className="connection-yes">
    <CheckOutlined aria-hidden /> On
  </span>
);
const no = <span className="connection-no">Off</span>;

/** All columns except the name, which also has the actions. */
export const listColumns: Readonly<Record<Exclude<ColumnName, 'name'>, ListColumn>> = {
  status: {
    title: 'Status',
    width: 136,
    render: (one) =>
      twoLines(
        <WebhookTag connection={one} />,
        <MissedTag connectionId={one.id}>
          {one.lastEventAt === null ? (
            'No event yet'
          ) : (
            <>
              Event <Ago time={one.lastEventAt} />
            </>
          )}
        </MissedTag>,
      ),
  },
  acculynx: {
    title: 'Acculynx',
    width: 128,
    render: (one) =>
      twoLines(
        <CredentialTag connection={one} system="AccuLynx" />,
        <OneLine text={one.acculynxCompanyName ?? 'Unknown location'} />,
      ),
  },
  hubspot: {
    title: 'HubSpot',
    width: 120,
    render: (one) =>
      twoLines(
        <CredentialTag connection={one} system="HubSpot" />,
        <OneLine text={one.hubSpotPortalId === null ? 'Unknown portal' : `Portal ${one.hubSpotPortalId}`} />,
      ),
  },
  'event-processor': {
    title: 'Custom Event Processor',
    width: 104,
    render: ({ customEventProcessorUrl }) => (customEventProcessorUrl === null ? 'Default' : 'Custom'),
  },
  'webhook-url': {
    title: 'Custom Webhook URL',
    width: 240,
    render: ({ customEventProcessorUrl }) =>
      customEventProcessorUrl === null ? '–' : <OneLine text={customEventProcessorUrl} />,
  },
  'sync-contacts': {
    title: 'Sync Contacts',
    width: 88,
    render: ({ autoSyncNewContacts }) => (autoSyncNewContacts ? yes : no),
  },
  'sync-jobs': {
    title: 'Sync Jobs',
    width: 72,
    render: ({ autoSyncNewJobs }) => (autoSyncNewJobs ? yes : no),
  },
  'deal-settings': {
    title: 'Deal Settings',
    width: 280,
    render: (one) => <OneLine text={dealText(one)} />,
  },
  'portal-id': {
    title: 'HubSpot Portal ID',
    width: 176,
    render: ({ hubSpotPortalId }) => <CopyableId label="HubSpot Portal ID" id={hubSpotPortalId} />,
  },
  'company-id': {
    title: 'Acculynx Company ID',
    width: 184,
    render: ({ acculynxCompanyId }) => <CopyableId label="Acculynx Company ID" id={acculynxCompanyId} />,
  },
  'subscription-id': {
    title: 'Acculynx Subscription ID',
    width: 200,
    render: ({ acculynxSubscriptionId }) => (
      <CopyableId label="Acculynx Subscription ID" id={acculynxSubscriptionId} />
    ),
  },
  creator: {
    title: 'Creator',
    width: 112,
    render: ({ userId }, creators) => {
      const person = creators[userId];
      return person ? <OneLine text={personLabel(person)} /> : '–';
    },
  },
  updated: {
    title: 'Last Updated',
    width: 144,
    render: ({ id, updatedAt, lastSync }) =>
      twoLines(
        <Ago time={updatedAt} />,
        <SyncBrief connectionId={id}>
          {lastSync === null ? (
            'Never synced'
          ) : (
            <>
              Synced <Ago time={lastSync} />
            </>
          )}
        </SyncBrief>,
      ),
  },
};

export const columnTitle = (name: ColumnName): string =>
  name === 'name' ? 'Portal Name' : listColumns[name].title;

/** The columns of the list, in their order; the name's is always on. */
const columnDefaults = {
  name: true,
  status: true,
  acculynx: true,
  hubspot: true,
  'event-processor': true,
  'webhook-url': false,
  'sync-contacts': true,
  'sync-jobs': true,
  'deal-settings': false,
  'portal-id': false,
  'company-id': false,
  'subscription-id': false,
  creator: true,
  updated: true,
} as const;

export type ColumnName = keyof typeof columnDefaults;

export const columnNames = Object.keys(columnDefaults) as readonly ColumnName[];

const inOrder = (chosen: ReadonlySet<string>): readonly ColumnName[] =>
  columnNames.filter((name) => name === 'name' || chosen.has(name));

/** The remembered columns, `name.status.hubspot`; the defaults if none are remembered. */
export const readColumns = (remembered: string | null): readonly ColumnName[] =>
  remembered === null
    ? columnNames.filter((name) => columnDefaults[name])
    : inOrder(new Set(remembered.split('.')));

/** The columns with one added or removed. */
export const withColumn = (
  columns: readonly ColumnName[],
  name: ColumnName,
  on: boolean,
): readonly ColumnName[] => inOrder(new Set(on ? [...columns, name] : columns.filter((one) => one !== name)));

/** What is remembered of a choice. */
export const writtenColumns = (columns: readonly ColumnName[]): string => columns.join('.');
