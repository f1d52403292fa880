import type { MigrationStep } from '@ridgeline/postgres';

/**
 * The change that was stored last, by which a repetition of it is known, and what people have moved over a connection. No
 * row is rewritten.
 */
export const up: MigrationStep = async (sql) => {
  await sql(`
    alter table connections
      add column last_change text,
      add column migrate_contacts boolean not null default false,
      add column migrate_jobs boolean not null default false,
      add column include_no_email_contacts boolean not null default false`);
};
