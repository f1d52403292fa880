import { companyScoped, type MigrationStep } from '@ridgeline/postgres';

/*
 * Checks of migrations are leased as sweeps are, and `leased_sweeps` is both: the release before offers, plans and forgets all that
 * is in `all_sweeps`, and knows no such pass.
 */
const leased = [
  `create table leased_sweeps (like all_sweeps including defaults)`,
  `alter table all_sweeps inherit leased_sweeps`,
  `create table migration_checks (
     migration_id integer not null,
     -- The portal that the migration wrote to.
     portal_id text,
     -- Whether all that was written is compared, or a sample.
     whole boolean not null,
     -- The user who asked for it; null: it was made at the end of the migration.
     asked_by integer,
     created_at timestamptz not null default clock_timestamp(),
     -- When it last got on: one that does not for long has failed.
     moved_at timestamptz not null default clock_timestamp(),
     -- Records and associations that it compares in all; null before its first page.
     total integer,
     equal integer not null default 0,
     changed integer not null default 0,
     lost integer not null default 0,
     gone integer not null default 0,
     merged integer not null default 0,
     fields integer not null default 0,
     associations integer not null default 0,
     missing integer not null default 0,
     -- What it waits for; once it has failed, why.
     problem text,
     failed boolean not null default false,
     primary key (id),
     check (pass = 'written')
   ) inherits (leased_sweeps)`,
  // Workers know sweeps by their numbers alone.
  `alter table migration_checks alter column id set default nextval(pg_get_serial_sequence('sweeps', 'id'))`,
  `alter table migration_checks alter column pass set default 'written'`,
];

// What of a record, or which record or association, HubSpot does not have as it was written.
const differences = `create table check_differences (
    id bigint generated always as identity primary key,
    check_id integer not null,
    company_id text not null,
    kind text not null,
    source_id text not null,
    hubspot_id text not null,
    name text,
    verdict text not null check (verdict in ('changed', 'lost', 'gone', 'merged', 'missing')),
    property text,
    written text,
    now text,
    changed_by text check (changed_by in ('user', 'app', 'hubspot', 'migration', 'auto_sync')),
    source text,
    source_detail text,
    migration_id integer,
    changed_at timestamptz
  )`;

const indexes = [
  `create index migration_checks_of_migration on migration_checks (migration_id, id)`,
  // One open check of a migration.
  `create unique index migration_checks_open on migration_checks (migration_id) where ended_at is null`,
  `create index migration_checks_due on migration_checks (due_at) where due_at is not null`,
  `create index migration_checks_held on migration_checks (id) where holder is not null`,
  `create index migration_checks_old on migration_checks (created_at)`,
  `create index check_differences_of_check on check_differences (check_id, id)`,
];

/** Checks of what migrations wrote (ADR 84). The release before knows none of these tables. */
export const up: MigrationStep = async (sql) => {
  for (const statement of [...leased, differences, ...indexes]) await sql(statement);
  for (const table of ['leased_sweeps', 'migration_checks', 'check_differences'])
    await sql(companyScoped(table));
};
