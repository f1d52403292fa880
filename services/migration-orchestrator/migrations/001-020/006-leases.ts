import { companyScoped, type MigrationStep } from '@ridgeline/postgres';

/**
 * The lease gets a row of its own, so that renewing it never waits for what the run does (ADR 26). The row is there as
 * long as a worker holds the run. Its deletion (by the end, a release or the reaper) makes the run claimable again. A
 * write of the run keeps it in key share mode, which a renewal does not wait for and a deletion does.
 */
export const up: MigrationStep = async (sql) => {
  await sql(`
    create table leases (
      migration_id integer primary key references migrations (id) on delete cascade,
      company_id text not null,
      -- One run at a time writes to a portal, a cancelled one that still brings its batches to an end included.
      portal_queue text not null constraint one_holder_per_portal unique,
      epoch integer not null,
      holder uuid not null,
      lease_until timestamptz not null
    )`);
  await sql(companyScoped('leases'));
  await sql(`
    insert into leases (migration_id, company_id, portal_queue, epoch, holder, lease_until)
    select id, company_id, target_line, epoch, holder, lease_until from migrations where holder is not null`);
  await sql(`alter table migrations drop column holder, drop column lease_until`);

  await sql(`alter table migrations rename column target_line to portal_queue`);
  await sql(`alter index one_running_per_target rename to one_running_per_portal`);
  // A run that waits long for a vendor gives its slot back until then.
  await sql(`alter table migrations add column not_before timestamptz`);
  // What was planned and counted when a worker was last lost: more by the next time is progress.
  await sql(`alter table migrations add column progress_at_crash bigint not null default 0`);
  await sql(`create index migrations_queued on migrations (company_id) where status = 'queued'`);
};
