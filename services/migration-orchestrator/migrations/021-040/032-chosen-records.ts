import { companyScoped, type MigrationStep } from '@ridgeline/postgres';

/** The functions of step 7 name the tables of a block, and find by the last one whether a block is made. */
const blocks = ['make_record_block(integer)', 'drop_record_block(integer, integer)'].map(
  (name) => `do $do$ begin
     execute replace(replace(pg_get_functiondef('${name}'::regprocedure),
       $text$'logs']$text$, $text$'logs', 'chosen_records']$text$), 'logs_from_', 'chosen_records_from_');
   end $do$`,
);

/**
 * The records that a retry copies, and the values that a user corrected. They are cut into blocks as what migrations leave
 * behind: a block that exists gets its part when its next migration is created. The release before creates no retries.
 */
export const up: MigrationStep = async (sql) => {
  await sql(`
    create table chosen_records (
      migration_id integer not null,
      -- From 1, without gaps.
      position integer not null,
      company_id text not null,
      source_id text not null,
      -- The corrected values, who corrected them, and when; null: none.
      corrections json,
      primary key (migration_id, position)
    ) partition by range (migration_id)`);
  await sql(companyScoped('chosen_records'));
  // No second index begins with the migration, as in step 7.
  await sql(`create unique index chosen_records_once on chosen_records (source_id, migration_id)`);
  for (const statement of blocks) await sql(statement);
};
