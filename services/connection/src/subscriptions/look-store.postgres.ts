import type { Tx } from '@ridgeline/postgres';
import { findSecrets } from '../secrets/secret-store.postgres.ts';
import { openSecrets } from '../secrets/sealed-secrets.ts';
import type { MasterKeys } from '../secrets/master-keys.ts';
import { findConnection, type ConnectionKey } from '../connections/connection-store.postgres.ts';
import type { ExpectedSubscription } from './subscription-health.ts';
import { topicsOf, type SubscriptionSettings } from './subscription-order.ts';
import { heldSubscription } from './token-store.postgres.ts';

/**
 * Claims connections whose subscription is to be looked at. Each comes up again after 15 minutes, give or take a fifth,
 * so that those saved together do not stay together.
 */
export function claimLooks(tx: Tx, limit: number): Promise<ConnectionKey[]> {
  return tx.query<ConnectionKey>(
    `update connections set webhook_look_due = now() + interval '15 minutes' * (0.8 + 0.4 * random())
     where id in (
       select id from connections
       where acculynx_subscription_id is not null and webhook_look_due <= now()
       order by webhook_look_due limit $1 for update skip locked)
     returning company_id as "companyId", id as "connectionId"`,
    [limit],
  );
}

/** A subscription to look at, with the key that may. */
export interface SubscriptionToLookAt extends ExpectedSubscription {
  readonly apiKey: string;
}

/** What a connection's subscription should be; null when it has none, or is gone. */
export async function expectedSubscription(
  tx: Tx,
  parts: { readonly masterKeys: MasterKeys; readonly baseUrl: string },
  key: ConnectionKey,
): Promise<SubscriptionToLookAt | null> {
  const stored = await findConnection(tx, key.companyId, key.connectionId);
  const sealed = await findSecrets(tx, key);
  const held = await heldSubscription(tx, parts, key);
  if (!stored || !sealed || !held) return null;
  return {
    ...held,
    topicNames: topicsOf(stored),
    apiKey: openSecrets(parts.masterKeys, key, sealed).acculynxApiKey,
  };
}

/** The topics that the connection which holds a subscription wants, as it is stored; null when none holds it. */
export async function topicsHeld(tx: Tx, subscriptionId: string): Promise<string[] | null> {
  const held = await tx.maybeOne<SubscriptionSettings>(
    `select auto_sync_new_contacts as "autoSyncNewContacts", auto_sync_new_jobs as "autoSyncNewJobs",
       custom_event_processor_url as "customEventProcessorUrl", job_details as "jobDetails"
     from connections where acculynx_subscription_id = $1`,
    [subscriptionId],
  );
  return held ? topicsOf(held) : null;
}
