import { randomUUID } from 'node:crypto';
import { ApiError, createConnection, type NewConnection } from '@ridgeline/contracts';
import { takeSentEvents, type SentEvent } from '@ridgeline/contracts/internal';
import { decodeValue, topics } from '@ridgeline/events';
import { createServiceClient } from '@ridgeline/kit';
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

/** Sends events to the connection service as the gateway does, or another service; answers the status of each. */
export async function deliverAll(
  { baseUrl }: Pick<ConnectionApi, 'baseUrl'>,
  events: readonly SentEvent[],
  service = 'gateway',
): Promise<number[]> {
  const call = createServiceClient({ baseUrl, service, audience: 'connection', identityKey });
  try {
    const { results } = await call(takeSentEvents, { body: { events: [...events] } });
    return results.map((result) => (result === 'accepted' ? 204 : 404));
  } catch (error) {
    if (error instanceof ApiError) return events.map(() => error.status);
    throw error;
  }
}

/** The same with one body; answers its status. */
export async function deliver(
  api: Pick<ConnectionApi, 'baseUrl'>,
  token: string,
  body: unknown,
  service = 'gateway',
): Promise<number> {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const [status = 0] = await deliverAll(api, [{ token, body: text, requests: 1 }], service);
  return status;
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

/** Delivers the test events that AccuLynx agreed to send, with its placeholder ids; returns the statuses. */
export function deliverTests({ api }: ApiUnderTest): Promise<number[]> {
  const event = { job: { id: '00000000-0000-0000-0000-000000000000' } };
  const sent = api.acculynx.tests.map(({ consumerUrl, subscriptionId, topicName }) => ({
    token: consumerUrl.slice(consumerUrl.lastIndexOf('/') + 1),
    body: JSON.stringify(eventOf(subscriptionId, { topicName, event })),
    requests: 1,
  }));
  return deliverAll(api, sent);
}

interface StoredDelivery {
  readonly connectionId: number;
  readonly kind: string;
  readonly recordId: string;
  readonly told: boolean;
}

/** The stored deliveries, in order of arrival. */
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
