import type { Tx } from '@ridgeline/postgres';
import type { ConnectionKey } from '../connections/connection-store.postgres.ts';
import type { Delivery, Unnamed } from './delivery.ts';

/**
 * The connection that a token belongs to, and the subscription that delivers to it; null while that is not stored, or if it
 * never was.
 */
export interface HookOwner {
  readonly connectionId: number;
  readonly subscriptionId: string | null;
}

/** The owners of the tokens with these hashes: one result per hash, null for a token that no connection has. */
export async function findHookOwners(tx: Tx, hashes: readonly Buffer[]): Promise<(HookOwner | null)[]> {
  const rows = await tx.query<HookOwner & { hash: Buffer }>(
    `select hash, connection_id as "connectionId", nullif(subscription_id, '') as "subscriptionId" from webhook_tokens
     where hash = any($1) and (valid_until is null or valid_until > now())`,
    [hashes],
  );
  const owners = new Map(rows.map(({ hash, ...owner }) => [hash.toString('hex'), owner]));
  return hashes.map((hash) => owners.get(hash.toString('hex')) ?? null);
}

/** What was received at a connection's address. */
export interface Received extends HookOwner {
  readonly what: Delivery | Unnamed | 'test';
}

/** The result of storing it; `gone`: the connection was deleted since. */
export type Stored = 'stored' | 'repeated' | 'gone' | 'test' | Unnamed;

/**
 * Stores what was received, marks connections that received something without a record to look up, and records the arrival of
 * test events. Returns one result per input. Rows are locked in the order of connections and events, so that no two processes
 * wait for each other.
 */
export async function storeReceived(tx: Tx, received: readonly Received[]): Promise<Stored[]> {
  const [known, stored] = [new Set<number>(), new Set<string>()];
  const keyOf = (connectionId: number, eventId: string) => `${connectionId} ${eventId.toLowerCase()}`;
  const events = received.flatMap(({ connectionId, subscriptionId, what }) =>
    typeof what === 'string' ? [] : [{ connectionId, subscriptionId, ...what }],
  );
  const rows = await tx.query<{ connectionId: number; eventId: string | null }>(
    `with known as (
       select id from connections where id = any($1) order by id for key share
     ), stored as (
       insert into webhook_deliveries (connection_id, subscription_id, event_id, topic, kind, record_id, event_at)
       select connection_id, subscription_id, event_id, topic, kind, record_id, event_at
       from unnest($2::integer[], $3::text[], $4::uuid[], $5::text[], $6::text[], $7::text[], $8::timestamptz[])
         as event (connection_id, subscription_id, event_id, topic, kind, record_id, event_at)
       join known on known.id = connection_id
       order by connection_id, event_id
       on conflict do nothing
       returning connection_id, event_id
     )
     select id as "connectionId", null as "eventId" from known
     union all select connection_id, event_id from stored`,
    [
      received.map(({ connectionId }) => connectionId),
      events.map((event) => event.connectionId),
      events.map((event) => event.subscriptionId),
      events.map((event) => event.eventId),
      events.map((event) => event.topic),
      events.map((event) => event.kind),
      events.map((event) => event.recordId),
      events.map((event) => event.eventAt),
    ],
  );
  for (const { connectionId, eventId } of rows)
    if (eventId === null) known.add(connectionId);
    else stored.add(keyOf(connectionId, eventId));
  await noteWithoutRecord(tx, received);
  return received.map(({ connectionId, what }) => {
    if (!known.has(connectionId)) return 'gone';
    if (typeof what === 'string') return what;
    // If one batch contains the same id twice, the second one is the repetition.
    return stored.delete(keyOf(connectionId, what.eventId)) ? 'stored' : 'repeated';
  });
}

/** Records inputs that name no record: the connection must be searched, or a test event of its subscription arrived. */
async function noteWithoutRecord(tx: Tx, received: readonly Received[]): Promise<void> {
  const notes = new Map<number, { isMarked: boolean; tested: string | null }>();
  for (const { connectionId, subscriptionId, what } of received) {
    if (typeof what !== 'string') continue;
    const { isMarked = false, tested = null } = notes.get(connectionId) ?? {};
    notes.set(
      connectionId,
      what === 'test' ? { isMarked, tested: subscriptionId } : { isMarked: true, tested },
    );
  }
  if (notes.size === 0) return;
  const of = [...notes.values()];
  await tx.query(
    `with note as (
       select * from unnest($1::integer[], $2::boolean[], $3::text[]) as note (id, is_marked, tested)
     ), held as (
       select c.id, n.is_marked, coalesce(c.acculynx_subscription_id = n.tested, false) as is_proved
       from connections c join note n using (id)
       where (n.is_marked and not c.search_needed) or c.acculynx_subscription_id = n.tested
       order by c.id for no key update of c
     )
     update connections c set
       search_needed = c.search_needed or h.is_marked,
       webhook_test_arrived_at = case when h.is_proved then now() else c.webhook_test_arrived_at end,
       webhook_proved_at = case when h.is_proved then now() else c.webhook_proved_at end,
       webhook_test_lost_at = case when not h.is_proved then c.webhook_test_lost_at end,
       webhook_look_due = case when h.is_proved and c.webhook_test_lost_at is not null then now() else c.webhook_look_due end
     from held h where c.id = h.id`,
    [[...notes.keys()], of.map(({ isMarked }) => isMarked), of.map(({ tested }) => tested)],
  );
}

/** A record with deliveries that were not passed on yet. */
export interface UnreportedRecord extends ConnectionKey {
  readonly kind: string;
  readonly recordId: string;
  /** When the last of them was received. */
  readonly receivedAt: Date;
  /** When AccuLynx says that the record was created, if one of them announced it. */
  readonly createdAt: Date | null;
  /** AccuLynx' date of the oldest delivery; null if one has none. */
  readonly changedAt: Date | null;
  /** The current subscription, and when the last of its own among these deliveries was received; null if there is none. */
  readonly subscriptionId: string | null;
  readonly provedAt: Date | null;
}

/**
 * Takes up to `limit` of the oldest deliveries that were not passed on, and returns their records; they count as passed on
 * when the transaction commits. Several processes may do so concurrently.
 */
export async function takeUnreported(
  tx: Tx,
  limit: number,
  creationTopics: readonly string[],
): Promise<{ readonly taken: number; readonly records: UnreportedRecord[] }> {
  const rows = await tx.query<UnreportedRecord & { count: number }>(
    `with taken as (
       -- By their places, which do not move while they are locked: statistics of a moment before the flood would have the
       -- whole table read for each of them.
       update webhook_deliveries d set told = true
       where d.ctid = any (array(
         select ctid from webhook_deliveries where not told order by received_at limit $1 for update skip locked))
       returning d.connection_id, d.subscription_id, d.kind, d.record_id, d.received_at, d.topic, d.event_at
     )
     select c.company_id as "companyId", t.connection_id as "connectionId", t.kind, t.record_id as "recordId",
       max(t.received_at) as "receivedAt", max(t.event_at) filter (where t.topic = any($2)) as "createdAt",
       case when bool_and(t.event_at is not null) then min(t.event_at) end as "changedAt",
       c.acculynx_subscription_id as "subscriptionId",
       max(t.received_at) filter (where t.subscription_id = c.acculynx_subscription_id) as "provedAt",
       count(*)::int as count
     from taken t join connections c on c.id = t.connection_id
     group by 1, 2, 3, 4, c.acculynx_subscription_id`,
    [limit, creationTopics],
  );
  return {
    taken: rows.reduce((sum, { count }) => sum + count, 0),
    records: rows,
  };
}

/**
 * Takes the marks of connections that must be searched; a connection that a save has locked keeps its mark for the next
 * round.
 */
export function takeSearchMarks(tx: Tx): Promise<ConnectionKey[]> {
  return tx.query<ConnectionKey>(
    `update connections set search_needed = false
     where id in (select id from connections where search_needed for no key update skip locked)
     returning company_id as "companyId", id as "connectionId"`,
  );
}

/** When a connection received its last event, and the last event of its current subscription. */
export interface LastEvent {
  readonly connectionId: number;
  readonly at: Date;
  readonly subscriptionId: string | null;
  readonly provedAt: Date | null;
}

/**
 * Sets when connections received their last event, at most once per second and connection. An event proves the subscription.
 */
export async function setLastEvents(tx: Tx, lastEvents: readonly LastEvent[]): Promise<void> {
  await tx.query(
    `with held as (
       select c.id, e.at, e.proved_at,
         coalesce(e.proved_at is not null and e.subscription_id = c.acculynx_subscription_id, false) as is_proved
       from connections c
         join unnest($1::integer[], $2::timestamptz[], $3::text[], $4::timestamptz[])
           as e (id, at, subscription_id, proved_at) using (id)
       where c.last_event_at is null or c.last_event_at < e.at - interval '1 second'
       order by c.id for no key update of c
     )
     update connections c set last_event_at = h.at,
       webhook_proved_at = case when h.is_proved then greatest(c.webhook_proved_at, h.proved_at) else c.webhook_proved_at end,
       webhook_test_lost_at = case when not h.is_proved then c.webhook_test_lost_at end,
       webhook_look_due = case when h.is_proved and c.webhook_test_lost_at is not null then now() else c.webhook_look_due end
     from held h where c.id = h.id`,
    [
      lastEvents.map(({ connectionId }) => connectionId),
      lastEvents.map(({ at }) => at),
      lastEvents.map(({ subscriptionId }) => subscriptionId),
      lastEvents.map(({ provedAt }) => provedAt),
    ],
  );
}

/** Deletes some expired deliveries; returns how many. */
export async function deleteOldDeliveries(
  tx: Tx,
  { days, limit }: { readonly days: number; readonly limit: number },
): Promise<number> {
  const deleted = await tx.query(
    `delete from webhook_deliveries where (connection_id, event_id) in (
       select connection_id, event_id from webhook_deliveries
       where received_at < now() - make_interval(days => $1) order by received_at limit $2 for update skip locked)
     returning 1`,
    [days, limit],
  );
  return deleted.length;
}
