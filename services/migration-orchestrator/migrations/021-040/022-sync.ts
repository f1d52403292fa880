import { companyScoped, type MigrationStep } from '@ridgeline/postgres';

/** One sync per portal: it belongs to no company, because connections of several may lead to one portal. */
const syncs = [
  `create table syncs (
     id integer generated always as identity primary key,
     portal_queue text not null unique,
     -- The fencing number of the last lease; 0 before the first.
     epoch integer not null default 0
   )`,
  // Renewed once a second: a row of its own, which nothing else writes (ADR 26).
  `create table sync_leases (
     sync_id integer primary key references syncs (id) on delete cascade,
     epoch integer not null,
     holder uuid not null,
     server_instance_id text not null,
     pid integer not null,
     taken_at timestamptz not null default clock_timestamp(),
     lease_until timestamptz not null
   )`,
];

const connections = `
  create table sync_connections (
    connection_id integer primary key,
    company_id text not null,
    sync_id integer not null references syncs (id),
    portal_id text,
    -- Of the connection's last change that was read.
    revision integer not null,
    -- By the name of the kind: when its auto-sync was switched on, what was chosen for it, whether existing records are noted.
    since jsonb not null,
    options jsonb not null,
    existing_noted jsonb not null default '{}',
    -- When a worker is wanted for it; null: nothing is due.
    next_due_at timestamptz,
    not_before timestamptz,
    waiting_for text,
    put_backs integer not null default 0,
    -- Connections of a portal, and kinds of a connection, take turns.
    last_round_at timestamptz,
    last_kind text,
    last_event_at timestamptz,
    up_to_date_as_of timestamptz,
    waiting_count integer not null default 0,
    dead_count integer not null default 0,
    left_count integer not null default 0,
    delay_ms integer,
    told_at timestamptz,
    -- The last line of the feed that was published.
    told_outcome bigint not null default 0,
    -- It was deleted; its feed goes with retention.
    deleted_at timestamptz
  )`;

/**
 * A row is due (due_at), in hand (round) or a dead letter (dead_at). Each index has a condition that the look-ups of the
 * others do not meet, so that no statistics can make a wrong one look right.
 */
const records = `
  create table sync_records (
    connection_id integer not null,
    kind text not null,
    source_id text not null,
    company_id text not null,
    -- Grows with each event; \`taken_seq\` is what the round in hand saw.
    seq integer not null default 1,
    taken_seq integer,
    round integer,
    due_at timestamptz,
    origin text not null check (origin in ('event', 'sweep', 'person', 'freed_value')),
    -- The oldest event that is not processed, the oldest since the round took it, and the newest.
    known_at timestamptz not null,
    known_again_at timestamptz,
    newest_at timestamptz not null,
    attempts integer not null default 0,
    first_failed_at timestamptz,
    failed_at timestamptz,
    dead_at timestamptz,
    name text,
    reason text,
    message text,
    detail text,
    field text,
    waits_since timestamptz generated always as (case when dead_at is null then known_at end) stored,
    primary key (connection_id, kind, source_id),
    check ((due_at is not null)::integer + (round is not null)::integer + (dead_at is not null)::integer = 1)
  )`;

/** The tables of a round have the columns of a migration's, so that the same statements serve both (run-tables.ts). */
const rounds = {
  sync_rounds: `
    round integer generated always as identity primary key,
    sync_id integer not null references syncs (id) on delete cascade,
    connection_id integer not null,
    company_id text not null,
    portal_id text,
    kind text not null,
    since timestamptz not null,
    options jsonb not null,
    -- The event that made the oldest of its records due.
    known_at timestamptz not null,
    taken_at timestamptz not null default clock_timestamp(),
    finished_at timestamptz`,
  sync_batches: `
    round integer not null,
    batch integer not null,
    company_id text not null,
    epoch integer not null,
    revision integer not null,
    kind text not null,
    pass text not null default 'records' check (pass in ('records', 'settle')),
    cursor json,
    record_count integer not null,
    reference_count integer not null default 0,
    deferred_count integer not null default 0,
    records json not null,
    planned_at timestamptz not null default clock_timestamp(),
    done_at timestamptz,
    primary key (round, batch)`,
  sync_planned_records: `
    round integer not null,
    source_id text not null,
    kind text not null,
    company_id text not null,
    batch integer not null,
    primary key (round, source_id, kind)`,
  sync_key_reservations: `
    round integer not null,
    kind text not null,
    claim text not null,
    key text not null,
    company_id text not null,
    source_id text not null,
    batch integer not null,
    primary key (round, key, kind, claim)`,
  sync_deferred_values: `
    round integer not null,
    source_id text not null,
    kind text not null,
    property text not null,
    value text not null,
    company_id text not null,
    batch integer not null,
    position integer not null,
    name text not null,
    properties json not null,
    put_back boolean not null default false,
    state text not null default 'open' check (state in ('open', 'given', 'refused')),
    given_in integer,
    warning text,
    primary key (round, source_id, kind, property, value)`,
  sync_outcomes: `
    id bigint generated always as identity primary key,
    round integer not null,
    batch integer not null,
    source_id text not null,
    kind text not null,
    company_id text not null,
    connection_id integer not null,
    outcome text not null,
    hubspot_id text,
    reason text,
    name text,
    message text,
    detail text,
    field text,
    warnings text[] not null default '{}',
    -- What a copy changed: property, before, after.
    changes json not null default '[]',
    origin text not null,
    known_at timestamptz not null,
    copied_at timestamptz not null default clock_timestamp(),
    -- Whether the feed shows it: associations are not shown.
    listed boolean not null,
    constraint sync_outcome_once unique (round, source_id, kind)`,
};

const others = {
  // Records that are not new: noted when auto-sync was switched on, or found to be older.
  sync_old_records: `
    connection_id integer not null,
    kind text not null,
    source_id text not null,
    company_id text not null,
    -- Whether it changed since: it counts as left to migrations.
    changed boolean not null,
    primary key (connection_id, kind, source_id)`,
  // Records that are new and not in HubSpot: skipped or failed, or announced by an event, which must still be checked.
  sync_new_records: `
    connection_id integer not null,
    kind text not null,
    source_id text not null,
    company_id text not null,
    announced boolean not null,
    primary key (connection_id, kind, source_id)`,
  // What the newest plan of a portal's sync claims: a source record, a unique value, a HubSpot record.
  sync_claims: `
    sync_id integer not null,
    kind text not null,
    claim text not null check (claim in ('source', 'key', 'hubspot_id')),
    key text not null,
    company_id text not null,
    round integer not null,
    batch integer not null,
    planned_at timestamptz not null default clock_timestamp(),
    open boolean not null default true,
    primary key (sync_id, kind, claim, key)`,
  // Unique values that records go without, because another record has them.
  sync_waiting_values: `
    sync_id integer not null,
    kind text not null,
    property text not null,
    value text not null,
    source_id text not null,
    connection_id integer not null,
    company_id text not null,
    name text not null,
    properties json not null,
    since timestamptz not null default clock_timestamp(),
    primary key (sync_id, kind, property, value, connection_id, source_id)`,
};

const indexes = [
  `create index sync_connections_due on sync_connections (next_due_at) where next_due_at is not null`,
  `create index sync_connections_of_sync on sync_connections (sync_id)`,
  `create index sync_records_due on sync_records (connection_id, kind, due_at) where due_at is not null`,
  `create index sync_records_waiting on sync_records (connection_id, waits_since) where waits_since is not null`,
  `create index sync_records_dead on sync_records (connection_id, dead_at) where dead_at is not null`,
  `create index sync_records_in_hand on sync_records (round) where round is not null`,
  `create index sync_rounds_open on sync_rounds (sync_id, round) where finished_at is null`,
  `create index sync_rounds_finished on sync_rounds (finished_at) where finished_at is not null`,
  `create index sync_batches_unfinished on sync_batches (round, batch) where done_at is null`,
  `create index sync_outcomes_of_connection on sync_outcomes (connection_id, id)`,
  `create index sync_claims_of_round on sync_claims (round)`,
  `create index sync_claims_open on sync_claims (sync_id) where open`,
  `create index sync_waiting_values_of_record on sync_waiting_values (source_id, connection_id, kind)`,
  // Its condition holds always: only the look-up that names it uses it.
  `create index sync_waiting_values_newest on sync_waiting_values (connection_id, kind, since) where since > '-infinity'`,
];

/** Auto-sync (ADR 74). The release before knows none of these tables. */
export const up: MigrationStep = async (sql) => {
  for (const statement of [...syncs, connections, records, ...companyTables()]) await sql(statement);
  for (const table of ['sync_connections', 'sync_records', ...Object.keys({ ...rounds, ...others })])
    await sql(companyScoped(table));
  for (const index of indexes) await sql(index);
};

const companyTables = (): string[] =>
  Object.entries({ ...rounds, ...others }).map(([name, columns]) => `create table ${name} (${columns})`);
