import type { Tx } from '@ridgeline/postgres';
import { columnsOf, type ColumnValues } from '../connections/connection-fields.ts';
import type { SubscriptionSettings } from './wanted-subscription.ts';

/** A connection's subscription as it is stored. */
export interface HeldSubscription {
  readonly subscriptionId: string;
  readonly token: string | null;
  readonly address: string;
}

/** What a save asks for. */
export interface SubscriptionOrder {
  readonly companyId: string;
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
  store(tx: Tx): Promise<void>;
  /** Removes what the save has replaced. */
  afterSave(): Promise<void>;
  /** Brings AccuLynx back to what it was, when the save has failed. */
  undo(): Promise<void>;
}

/** What a connection stores of its subscription. */
export function subscriptionColumns(
  subscription: { readonly subscriptionId: string; readonly token: string | null } | null,
): ColumnValues {
  return {
    ...columnsOf({
      acculynxSubscriptionId: subscription?.subscriptionId ?? null,
      webhookStatus: subscription ? 'active' : 'pending',
      webhookReason: null,
    }),
    webhook_token: subscription?.token ?? null,
  };
}
