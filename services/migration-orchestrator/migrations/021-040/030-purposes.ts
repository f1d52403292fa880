import type { MigrationStep } from '@ridgeline/postgres';

/**
 * What a migration is for in addition to copying all records: a dry run writes nothing, and one that follows on another runs
 * its plan, copies some of its records again, or takes back what it wrote. The release before sets none of it, and its workers
 * cannot claim such a migration.
 */
export const up: MigrationStep = async (sql) => {
  await sql(`
    alter table migrations
      add column dry_run boolean not null default false,
      add column follows integer,
      add column follows_as text check (follows_as in ('plan', 'retry', 'undo')),
      add check ((follows is null) = (follows_as is null))`);
  await sql(`create index migrations_following on migrations (follows) where follows is not null`);
};
