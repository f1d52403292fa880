import type { EventEnvelope, OutgoingEvent } from '@ridgeline/events';
import { AppError } from '@ridgeline/kit';
import type { Database, Tx } from '@ridgeline/postgres';
import { maxEventBytes } from '../producer/event-producer.ts';

/**
 * SQL for a service's migration: the outbox in the service's own schema. A row lives from the transaction that wrote it
 * until Kafka has acknowledged it. It is not company scoped: the relay reads the rows of all companies.
 */
export const outboxTables = `
create table outbox (
  id bigint generated always as identity primary key,
  event_id uuid not null,
  topic text not null,
  key text not null,
  value bytea not null,
  envelope jsonb not null,
  created_at timestamptz not null default now()
)`;

/** SQL for a service's migration: events that Kafka refused permanently, so that they do not block later ones. */
export const deadOutboxTable = `
create table outbox_dead (
  event_id uuid not null,
  topic text not null,
  key text not null,
  value bytea not null,
  envelope jsonb not null,
  reason text not null,
  died_at timestamptz not null default now()
)`;

/**
 * Stores events for the relay, in the transaction of the state change they report: both commit, or neither does.
 * Events of one key are published in the order of their inserts; for that, transactions that write events of the same
 * key must follow one another, which a lock on the aggregate's row ensures.
 * Throws `server.failed` for an event that Kafka would refuse for its size.
 */
export async function addToOutbox(tx: Tx, ...events: readonly OutgoingEvent[]): Promise<void> {
  if (events.length === 0) return;
  const tooLarge = events.find((event) => event.value.byteLength > maxEventBytes);
  if (tooLarge) {
    const { topic, key, value } = tooLarge;
    throw new AppError('server.failed', {
      details: { reason: 'event too large', topic, key, bytes: value.byteLength },
    });
  }
  await tx.query(
    `with added as (
       insert into outbox (event_id, topic, key, value, envelope)
       select event_id, topic, key, value, envelope
       from unnest($1::uuid[], $2::text[], $3::text[], $4::bytea[], $5::jsonb[])
         with ordinality as event (event_id, topic, key, value, envelope, position)
       order by position
     )
     select pg_notify(current_schema() || '_outbox', '')`,
    [
      events.map((event) => event.envelope.id),
      events.map((event) => event.topic),
      events.map((event) => event.key),
      events.map((event) => Buffer.from(event.value)),
      events.map((event) => JSON.stringify(event.envelope)),
    ],
  );
}

/** Stores an event in a transaction of its own: for what commits with nothing else, such as a refusal. */
export const outboxWriter =
  (db: Pick<Database, 'forCompany'>) =>
  (event: OutgoingEvent): Promise<void> =>
    db.forCompany(event.envelope.companyId, (tx) => addToOutbox(tx, event));

interface OutboxRow {
  readonly id: number;
  readonly topic: string;
  readonly key: string;
  readonly value: Uint8Array;
  readonly envelope: EventEnvelope;
}

/** The name of the notification that `addToOutbox` sends when its transaction commits. */
export async function outboxChannel(tx: Tx): Promise<string> {
  const { channel } = await tx.one<{ channel: string }>(
    `select current_schema() || '_outbox' as channel`,
    [],
  );
  return channel;
}

/**
 * Takes up to `limit` of the oldest events out of the outbox, for as long as the transaction lives: commit when Kafka has
 * them, roll back to put them back. Takes none while another replica's relay has the lock: only one relays at a time,
 * because two would overtake each other within a key. It is one statement, because every event waits for it: it requests
 * the lock once, before the rows, and skips rows that the other relay has deleted since it began.
 */
export async function takeFromOutbox(tx: Tx, limit: number): Promise<readonly OutgoingEvent[]> {
  const rows = await tx.query<OutboxRow>(
    `delete from outbox
     where id in (
       select id from outbox
       where (select pg_try_advisory_xact_lock(hashtextextended(current_schema() || '.outbox', 0)))
       order by id limit $1 for update skip locked
     )
     returning id, topic, key, value, envelope`,
    [limit],
  );
  return rows
    .sort((a, b) => a.id - b.id)
    .map(({ topic, key, value, envelope }) => ({ topic, key, value, envelope }));
}

/** Moves an event that can never be published to `outbox_dead`, with the reason, in the transaction that took it out. */
export async function deadLetterInOutbox(tx: Tx, event: OutgoingEvent, reason: string): Promise<void> {
  const { topic, key, value, envelope } = event;
  await tx.query(
    `insert into outbox_dead (event_id, topic, key, value, envelope, reason) values ($1, $2, $3, $4, $5, $6)`,
    [envelope.id, topic, key, Buffer.from(value), JSON.stringify(envelope), reason],
  );
}

/** How many events wait, and for how many seconds the oldest one has. */
export interface OutboxBacklog {
  readonly events: number;
  readonly oldestSeconds: number;
}

/** Counts the events that wait. */
export function outboxBacklog(tx: Tx): Promise<OutboxBacklog> {
  return tx.one<OutboxBacklog>(
    `select count(*)::int as "events",
       coalesce(extract(epoch from clock_timestamp() - min(created_at)), 0)::float8 as "oldestSeconds"
     from outbox`,
    [],
  );
}
