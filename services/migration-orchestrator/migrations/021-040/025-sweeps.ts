import { companyScoped, type MigrationStep } from '@ridgeline/postgres';

const tables = {
  // The state of each source record that was copied, skipped or refused last (ADR 77).
  source_states: `
    connection_id integer not null,
    kind text not null,
    source_id text not null,
    company_id text not null,
    -- With its version before a colon.
    digest text not null,
    -- When the plan with it was stored: what was read before that may be older.
    stored_at timestamptz not null,
    -- When the source dates an event after which the record read as before.
    unseen_at timestamptz,
    primary key (connection_id, kind, source_id)`,
  // Each connection has a 'recent' and an 'all' sweep of each kind.
  sweeps: `
    id integer generated always as identity primary key,
    connection_id integer not null,
    company_id text not null,
    kind text not null,
    pass text not null check (pass in ('recent', 'all')),
    -- Null: auto-sync of its kind is off.
    due_at timestamptz,
    -- When it was asked for out of its turn.
    asked_at timestamptz,
    -- Of the one that is under way: its beginning, where it is, what it has read so far, and the last change in that.
    started_at timestamptz,
    cursor json,
    records integer not null default 0,
    calls integer not null default 0,
    newest_at timestamptz,
    -- Down to where the next 'recent' one reads; of an 'all' one the beginning of the last since its kind was switched on.
    mark timestamptz,
    -- Of the last one that came to its end.
    ended_at timestamptz,
    took_ms integer,
    last_records integer,
    last_calls integer,
    epoch integer not null default 0,
    holder uuid,
    lease_until timestamptz,
    unique (connection_id, kind, pass)`,
  sweep_findings: `
    id bigint generated always as identity primary key,
    connection_id integer not null,
    company_id text not null,
    kind text not null,
    source_id text not null,
    name text,
    verdict text not null default 'open' check (verdict in ('open', 'missed', 'late', 'early')),
    found_at timestamptz not null default clock_timestamp(),
    changed_at timestamptz`,
};

/** Also of values that records of auto-sync wait for: it is asked whether another record waits for one. */
const indexes = [
  `create index sync_waiting_values_by_value on sync_waiting_values (sync_id, kind, value)`,
  `create index sweeps_due on sweeps (due_at)`,
  // Without the end of the lease, so that a renewal changes no index.
  `create index sweeps_held on sweeps (id) where holder is not null`,
  `create index sweep_findings_of_connection on sweep_findings (connection_id, id)`,
  // A record has one open finding at most.
  `create unique index sweep_findings_open on sweep_findings (connection_id, kind, source_id) where verdict = 'open'`,
  `create index sweep_findings_undecided on sweep_findings (found_at) where verdict = 'open'`,
  // A status tells how many there are.
  `create index sweep_findings_missed on sweep_findings (connection_id) where verdict = 'missed'`,
  `create index sweep_findings_old on sweep_findings (found_at)`,
];

/** Sweeps (ADR 77). The release before knows none of these tables, and stores plans without digests. */
export const up: MigrationStep = async (sql) => {
  for (const [name, columns] of Object.entries(tables)) {
    await sql(`create table ${name} (${columns})`);
    await sql(companyScoped(name));
  }
  for (const index of indexes) await sql(index);
  for (const planned of ['planned_records', 'sync_planned_records'])
    await sql(`alter table ${planned} add column digest text`);
  // A moment before the first record of the plan was read.
  for (const batches of ['batches', 'sync_batches'])
    await sql(`alter table ${batches} add column read_at timestamptz`);
  // Whether AccuLynx sends its events here; a connection may have another processor for them.
  await sql(`alter table sync_connections add column gets_events boolean not null default true`);
};
