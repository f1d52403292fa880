import { companyScoped, type MigrationStep } from '@ridgeline/postgres';

/** The functions of step 7, as step 32 left them, name the tables of a block; by the last one it is known whether a block is made. */
const blocks = ['make_record_block(integer)', 'drop_record_block(integer, integer)'].map(
  (name) => `do $do$ begin
     execute replace(replace(pg_get_functiondef('${name}'::regprocedure),
       $text$'chosen_records']$text$, $text$'chosen_records', 'possible_duplicates']$text$),
       'chosen_records_from_', 'possible_duplicates_from_');
   end $do$`,
);

/**
 * Records that a dry run would create and that look like records of HubSpot, in the blocks of the migrations; and what users said of
 * them, which outlives the dry run (ADR 83). The release before neither fills nor reads them.
 */
export const up: MigrationStep = async (sql) => {
  await sql(`
    create table possible_duplicates (
      migration_id integer not null,
      source_id text not null,
      kind text not null,
      company_id text not null,
      name text not null,
      -- What would be written, of the properties that are shown.
      values json not null,
      -- As digits; null where no candidate has it.
      phone text,
      candidates json not null,
      candidate_ids text[] not null,
      primary key (migration_id, source_id, kind)
    ) partition by range (migration_id)`);
  await sql(companyScoped('possible_duplicates'));
  // No second index begins with the migration, as in step 7.
  await sql(`create index possible_duplicates_by_phone on possible_duplicates (phone, migration_id)`);
  for (const statement of blocks) await sql(statement);
  // A dry run that is under way reports with a worker of this release, too.
  await sql(`
    select make_record_block(block * 100) from (
      select distinct id / 100 as block from migrations where dry_run and completed_at is null) b`);

  await sql(`
    create table duplicate_answers (
      source_id text not null,
      kind text not null,
      portal_id text not null,
      company_id text not null,
      decision text not null check (decision in ('same', 'different')),
      -- The HubSpot record that is the same.
      hubspot_id text,
      -- The HubSpot records that are different.
      declined text[] not null,
      answered_by text not null,
      answered_at timestamptz not null default now(),
      -- In this order, because what begins with a company that is new to the statistics is planned badly (step 35).
      primary key (source_id, kind, portal_id, company_id),
      check ((decision = 'same') = (hubspot_id is not null))
    )`);
  await sql(companyScoped('duplicate_answers'));
};
