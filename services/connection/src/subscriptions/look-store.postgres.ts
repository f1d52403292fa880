import type { Tx } from '@ridgeline/postgres';
import { findConnection, type ConnectionKey } from '../connections/connection-store.postgres.ts';
import type { MasterKeys } from '../secrets/master-keys.ts';
import { findSecrets } from '../secrets/secret-store.postgres.ts';
import { openSecrets } from '../secrets/sealed-secrets.ts';
import { topicsOf, type SubscriptionOrder, type SubscriptionSettings } from './subscription-order.ts';
import { heldSubscription } from './token-store.postgres.ts';

/** A connection whose check is due. */
export interface DueLook extends ConnectionKey {
  /** An event arrived since the last check: the subscription exists, is enabled and sends here. */
  readonly isProved: boolean;
}

/**
 * Claims connections whose subscription must be checked. Each is due again after 15 minutes, give or take a fifth, so that
 * connections saved together drift apart. Once a day each is checked even if events arrived: these do not show that a topic
 * is missing.
 */
export function claimLooks(tx: Tx, limit: number): Promise<DueLook[]> {
  return tx.query<DueLook>(
    `update connections c set
       webhook_look_due = now() + interval '15 minutes' * (0.8 + 0.4 * random()),
       webhook_looked_at = case when due.is_proved then c.webhook_looked_at else now() end
     from (
       select id, coalesce(webhook_status = 'active'
         and webhook_proved_at > greatest(webhook_looked_at, now() - interval '15 minutes')
         and webhook_looked_at > now() - interval '1 day', false) as is_proved
       from connections
       where acculynx_subscription_id is not null and webhook_look_due <= now()
       order by webhook_look_due limit $1 for update skip locked
     ) due
     where c.id = due.id
     returning c.company_id as "companyId", c.id as "connectionId", due.is_proved as "isProved"`,
    [limit],
  );
}

/** Schedules the check of a subscription for the next round of the watch. */
export async function hastenLook(tx: Tx, { companyId, connectionId }: ConnectionKey): Promise<void> {
  await tx.query(`update connections set webhook_look_due = now() where company_id = $1 and id = $2`, [
    companyId,
    connectionId,
  ]);
}

/** The desired subscription of a connection, with the key for it, and the current one; null when the connection is gone. */
export async function findOrder(
  tx: Tx,
  parts: { readonly masterKeys: MasterKeys; readonly baseUrl: string },
  key: ConnectionKey,
): Promise<SubscriptionOrder | null> {
  const { companyId, connectionId } = key;
  const settings = await findConnection(tx, companyId, connectionId);
  const sealed = await findSecrets(tx, key);
  if (!settings || !sealed) return null;
  const { acculynxApiKey: apiKey } = openSecrets(parts.masterKeys, key, sealed);
  return { companyId, connectionId, apiKey, settings, held: await heldSubscription(tx, parts, key) };
}

/** The topics that the holder of a subscription needs, according to its stored settings; null when no connection holds it. */
export async function topicsHeld(tx: Tx, subscriptionId: string): Promise<string[] | null> {
  const held = await tx.maybeOne<SubscriptionSettings>(
    `select auto_sync_new_contacts as "autoSyncNewContacts", auto_sync_new_jobs as "autoSyncNewJobs",
       custom_event_processor_url as "customEventProcessorUrl", job_details as "jobDetails"
     from connections where acculynx_subscription_id = $1`,
    [subscriptionId],
  );
  return held ? topicsOf(held) : null;
}
