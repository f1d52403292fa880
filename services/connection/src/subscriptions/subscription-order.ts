import { randomBytes } from 'node:crypto';
import { objectTypes, type ConnectionSettings, type ObjectType } from '@ridgeline/contracts';
import type { Tx } from '@ridgeline/postgres';
import { columnsOf, type ColumnValues } from '../connections/connection-fields.ts';
import type { ConnectionKey } from '../connections/connection-store.postgres.ts';
import type { WebhookFinding } from '../connections/status-store.postgres.ts';

/** The settings that decide whether and how a connection is subscribed. */
export type SubscriptionSettings = Pick<
  ConnectionSettings,
  'autoSyncNewContacts' | 'autoSyncNewJobs' | 'customEventProcessorUrl' | 'jobDetails'
>;

/** The topics that a connection subscribes to: those of the kinds that it syncs; none while auto-sync is off. */
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

/** The base address of the product's hooks; each connection has its own below it, under its token. */
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

/** What a save needs of the subscription. */
export interface SubscriptionOrder {
  readonly companyId: string;
  /** null for a new connection. */
  readonly connectionId: number | null;
  readonly apiKey: string;
  readonly settings: SubscriptionSettings;
  /** null for a new connection, and for one that is not subscribed. */
  readonly held: HeldSubscription | null;
}

/** A subscription that is ready at AccuLynx and waits for the save to be stored. */
export interface PreparedSubscription {
  /** The result, for the save's panel. */
  readonly text: string;
  /** The columns that the connection stores. */
  readonly columns: ColumnValues;
  /** Makes it the connection's own, in the transaction of the save. */
  store(tx: Tx, key: ConnectionKey): Promise<void>;
  /** Removes what the save has replaced. */
  afterSave(): Promise<void>;
  /** Restores the previous state at AccuLynx when the save has failed. */
  undo(): Promise<void>;
}

/** The finding for a subscription that is in order at AccuLynx; events sent to another processor are not seen here. */
export const soundFinding = ({
  customEventProcessorUrl,
}: Pick<SubscriptionSettings, 'customEventProcessorUrl'>): WebhookFinding => ({
  status: 'active',
  reason:
    customEventProcessorUrl === null
      ? null
      : 'AccuLynx sends the events to another processor, so auto-sync finds changes only by comparing all records.',
});

/** The columns of a created or kept subscription, or of none; its token is stored separately, sealed. */
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

/**
 * The same for a subscription that replaces or ends another: also clears the readable token that the previous release wrote.
 */
export const replacingColumns = (
  subscriptionId: string | null,
  settings: Pick<SubscriptionSettings, 'customEventProcessorUrl'>,
): ColumnValues => ({
  ...subscriptionColumns(subscriptionId, settings),
  webhook_token: null,
});
