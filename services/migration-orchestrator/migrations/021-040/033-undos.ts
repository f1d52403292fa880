import type { MigrationStep } from '@ridgeline/postgres';

/**
 * An undo removes records: they are an outcome of their own, and count as processed with success. The release before reports and
 * counts none. Former outcomes are not read again, because theirs are among those that were allowed before.
 */
export const up: MigrationStep = async (sql) => {
  await sql(`
    alter table migrations
      add column removed_count integer not null default 0,
      add check (target_count >= created_count + updated_count + unchanged_count + removed_count + error_count + skip_count)`);
  await sql(`
    alter table migrations
      alter column success_count set expression as (created_count + updated_count + unchanged_count + removed_count),
      alter column processed_count set expression as
        (created_count + updated_count + unchanged_count + removed_count + error_count + skip_count)`);
  // As step 7 made them, when the outcome was called the kind.
  await sql(`alter table outcomes drop constraint outcomes_kind_check1`);
  await sql(`alter table outcome_counts drop constraint outcome_counts_kind_check`);
  for (const table of ['outcomes', 'outcome_counts'])
    await sql(`
      alter table ${table} add constraint ${table}_outcome_check
        check (outcome in ('created', 'updated', 'unchanged', 'removed', 'skipped', 'failed')) not valid`);
  // At most one undo of a migration is open or completed; one that failed or was cancelled can be followed by another one.
  await sql(`
    create unique index undone_once on migrations (follows)
    where follows_as = 'undo' and not dry_run and status in ('queued', 'running', 'completed')`);
};
