import { randomBytes } from 'node:crypto';
import { objectTypes, type ConnectionSettings, type ObjectType } from '@ridgeline/contracts';
import type { Tx } from '@ridgeline/postgres';
import { columnsOf, type ColumnValues } from '../connections/connection-fields.ts';
import type { ConnectionKey } from '../connections/connection-store.postgres.ts';
import type { WebhookFinding } from '../connections/status-store.postgres.ts';

/** What decides whether and how a connection is subscribed. */
export type SubscriptionSettings = Pick<
  ConnectionSettings,
  'autoSyncNewContacts' | 'autoSyncNewJobs' | 'customEventProcessorUrl' | 'jobDetails'
>;

/** The topics to which a connection is subscribed: what the kinds need that it syncs; none while auto-sync is off. */
export function topicsOf(settings: SubscriptionSettings): string[] {
  return Object.values<ObjectType>(objectTypes).flatMap(({ sync }) =>
    sync && settings[sync.switch]
      ? [...sync.topics, ...settings.jobDetails.flatMap((detail) => sync.detailTopics[detail] ?? [])]
      : [],
  );
}

/** The topic of test events. No connection is subscribed to it, so that an event of it can be nothing else. */
export const testTopic = 'job.accounting.integration-status.current_changed';

/** 256 random bits: AccuLynx signs nothing, so only AccuLynx may know the address. */
export const newToken = (): string => randomBytes(32).toString('base64url');

/** The product's own hooks; each connection has one below, under its token. */
export const hooksAddress = (baseUrl: string): string => `${baseUrl.replace(/\/+$/, '')}/hooks/acculynx`;

/** Where AccuLynx sends a connection's events: to this product under the connection's token, unless it names an address. */
export function addressOf(
  { customEventProcessorUrl }: Pick<SubscriptionSettings, 'customEventProcessorUrl'>,
  { baseUrl, token }: { readonly baseUrl: string; readonly token: string | null },
): string {
  return customEventProcessorUrl ?? `${hooksAddress(baseUrl)}/${token ?? ''}`;
}

/** Whether two lists name the same topics. */
export const sameTopics = (one: readonly string[], other: readonly string[]): boolean =>
  new Set(one).symmetricDifference(new Set(other)).size === 0;

/** A connection's subscription as it is stored. */
export interface HeldSubscription {
  readonly subscriptionId: string;
  readonly token: string | null;
  readonly address: string;
}

/** What a save asks for. */
export interface SubscriptionOrder {
  readonly companyId: string;
  /** null for a new connection. */
  readonly connectionId: number | null;
  readonly apiKey: string;
  readonly settings: SubscriptionSettings;
  /** null for a new connection, and for one that is not subscribed. */
  readonly held: HeldSubscription | null;
}

/** A subscription that is ready at AccuLynx and waits for the save. */
export interface PreparedSubscription {
  /** What was done, for the panel of the save. */
  readonly text: string;
  /** What the connection stores of it. */
  readonly columns: ColumnValues;
  /** Makes it the connection's own, in the transaction of the save. */
  store(tx: Tx, key: ConnectionKey): Promise<void>;
  /** Removes what the save has replaced. */
  afterSave(): Promise<void>;
  /** Brings AccuLynx back to what it was, when the save has failed. */
  undo(): Promise<void>;
}

/** How a subscription stands that AccuLynx has as it should be; events for another processor are not seen here. */
export const soundFinding = ({
  customEventProcessorUrl,
}: Pick<SubscriptionSettings, 'customEventProcessorUrl'>): WebhookFinding => ({
  status: 'active',
  reason:
    customEventProcessorUrl === null
      ? null
      : 'AccuLynx sends the events to another processor, so auto-sync finds changes only by comparing all records.',
});

/** What a connection stores of a subscription that is made, kept, or none; its token is stored sealed, elsewhere. */
export function subscriptionColumns(
  subscriptionId: string | null,
  settings: Pick<SubscriptionSettings, 'customEventProcessorUrl'>,
): ColumnValues {
  const { status, reason } = subscriptionId === null ? notSubscribed : soundFinding(settings);
  return columnsOf({
    acculynxSubscriptionId: subscriptionId,
    webhookStatus: status,
    webhookReason: reason,
  });
}

const notSubscribed: WebhookFinding = { status: 'pending', reason: null };

/** The same of one that replaces another, or ends it: what the release before wrote of the other's token is emptied. */
export const replacingColumns = (
  subscriptionId: string | null,
  settings: Pick<SubscriptionSettings, 'customEventProcessorUrl'>,
): ColumnValues => ({
  ...subscriptionColumns(subscriptionId, settings),
  webhook_token: null,
});
