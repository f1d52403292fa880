import { randomUUID } from 'node:crypto';
import { createConnection, type NewConnection } from '@ridgeline/contracts';
import { decodeValue, topics } from '@ridgeline/events';
import { identityKeysOf, serviceToken } from '@ridgeline/kit';
import type { Database } from '@ridgeline/postgres';
import type { ApiUnderTest } from './api-of-file.ts';
import { eventValues, identityKey, synced, type ConnectionApi } from './connection-api.ts';

/** What AccuLynx sends, with fields of a test's own. */
export const eventOf = (subscriptionId: string | null, more: object = {}) => ({
  topicName: 'contact_changed',
  eventDateTime: '2026-02-19T21:40:10.1234567Z',
  eventId: randomUUID(),
  subscriptionId,
  event: { contact: { id: randomUUID() } },
  ...more,
});

/** Sends a body to a connection's address as the gateway does, or another service; answers the status. */
export async function deliver(
  { baseUrl }: Pick<ConnectionApi, 'baseUrl'>,
  token: string,
  body: unknown,
  service = 'gateway',
): Promise<number> {
  const identity = await serviceToken(identityKeysOf(identityKey), service, 'connection')();
  const answer = await fetch(`${baseUrl}/hooks/acculynx/${token}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${identity}`, 'content-type': 'application/json' },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  await answer.arrayBuffer();
  return answer.status;
}

/** The token in the address of a subscription at AccuLynx. */
export function tokenOf(
  { acculynx }: Pick<ConnectionApi, 'acculynx'>,
  subscriptionId: string | null,
): string {
  const { consumerUrl = '' } = acculynx.subscriptions.get(subscriptionId ?? '') ?? {};
  return consumerUrl.slice(consumerUrl.lastIndexOf('/') + 1);
}

/** A connection that syncs, and how AccuLynx reaches it. */
export async function subscribed(
  { api }: ApiUnderTest,
  companyId = 'acme',
  more: Partial<NewConnection> = {},
) {
  const { id, acculynxSubscriptionId } = await api.as(companyId)(createConnection, {
    body: { ...synced, ...more },
  });
  const token = tokenOf(api, acculynxSubscriptionId);
  const subscriptionId = acculynxSubscriptionId ?? '';
  return {
    id,
    token,
    subscriptionId,
    send: (more: object = {}) => deliver(api, token, eventOf(subscriptionId, more)),
  };
}

interface StoredDelivery {
  readonly connectionId: number;
  readonly kind: string;
  readonly recordId: string;
  readonly told: boolean;
}

/** The deliveries that are stored, in the order of their coming. */
export const storedDeliveries = (db: Database): Promise<StoredDelivery[]> =>
  db.forSystem((tx) =>
    tx.query<StoredDelivery>(
      `select connection_id as "connectionId", kind, record_id as "recordId", told from webhook_deliveries
       order by received_at`,
    ),
  );

/** The packs of records that wait in the outbox. */
export const packsTold = async (db: Database) =>
  (await eventValues(db, topics.sourceRecord.name)).map((value) => decodeValue(topics.sourceRecord, value));
