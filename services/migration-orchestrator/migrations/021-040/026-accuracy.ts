import { companyScoped, type MigrationStep } from '@ridgeline/postgres';

/*
 * Sweeps of HubSpot have a table of their own, and `all_sweeps` is both: the release before offers all that is due in `sweeps` to
 * its workers, which know no such pass.
 */
const portalSweeps = [
  `create table all_sweeps (like sweeps including defaults)`,
  `alter table sweeps inherit all_sweeps`,
  `create table portal_sweeps (
     -- Whether the next one compares all records, and not a sample.
     asked_whole boolean not null default false,
     primary key (id),
     unique (connection_id, kind, pass),
     check (pass = 'portal')
   ) inherits (all_sweeps)`,
  // Workers know sweeps by their numbers alone.
  `alter table portal_sweeps alter column id set default nextval(pg_get_serial_sequence('sweeps', 'id'))`,
  `alter table portal_sweeps alter column pass set default 'portal'`,
  `create index portal_sweeps_due on portal_sweeps (due_at)`,
  `create index portal_sweeps_held on portal_sweeps (id) where holder is not null`,
];

const tables = {
  // A comparison of linked records with HubSpot: under way, or over.
  accuracy_checks: `
    id bigint generated always as identity primary key,
    connection_id integer not null,
    company_id text not null,
    kind text not null,
    whole boolean not null,
    started_at timestamptz not null default clock_timestamp(),
    ended_at timestamptz,
    compared integer not null default 0,
    equal integer not null default 0,
    changed_by_people integer not null default 0,
    repaired integer not null default 0,
    gone integer not null default 0`,
  // Records that HubSpot does not have as they were written.
  accuracy_findings: `
    id bigint generated always as identity primary key,
    connection_id integer not null,
    company_id text not null,
    kind text not null,
    source_id text not null,
    hubspot_id text not null,
    name text,
    verdict text not null check (verdict in ('changed_by_people', 'repaired', 'gone')),
    properties json not null,
    found_at timestamptz not null default clock_timestamp(),
    -- When it was last so.
    seen_at timestamptz not null default clock_timestamp()`,
};

const indexes = [
  `create index accuracy_checks_of_kind on accuracy_checks (connection_id, kind, id)`,
  `create index accuracy_checks_old on accuracy_checks (started_at)`,
  `create index accuracy_findings_of_connection on accuracy_findings (connection_id, verdict, id)`,
  // A difference in HubSpot is listed once; every repair is listed.
  `create unique index accuracy_findings_standing on accuracy_findings (connection_id, kind, source_id, verdict)
     where verdict <> 'repaired'`,
  `create index accuracy_findings_old on accuracy_findings (seen_at)`,
];

/** Comparison with HubSpot (ADR 78). The release before knows none of these tables, and copies no such records. */
export const up: MigrationStep = async (sql) => {
  // Marks of the values that were written last, or found in HubSpot, and when they were planned; null where none are known.
  await sql(`alter table source_states add column written bytea, add column written_at timestamptz`);
  for (const statement of portalSweeps) await sql(statement);
  for (const [name, columns] of Object.entries(tables)) await sql(`create table ${name} (${columns})`);
  for (const index of indexes) await sql(index);
  for (const table of ['all_sweeps', 'portal_sweeps', ...Object.keys(tables)])
    await sql(companyScoped(table));
  await sql(`alter table sync_records drop constraint sync_records_origin_check`);
  await sql(`alter table sync_records add constraint sync_records_origin_check
    check (origin in ('event', 'sweep', 'person', 'freed_value', 'check'))`);
};
