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

/** SQL for a service's migration: events that Kafka refused for good, out of the way of those behind them. */
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
