import type { MigrationStep } from '@ridgeline/postgres';

/**
 * When a migration last lost its worker, how often it did, and when another worker resumed it after that (ADR 85). The release
 * before neither sets nor reads them.
 */
export const up: MigrationStep = async (sql) => {
  await sql(`
    alter table migrations
      add column interrupted_at timestamptz,
      add column resumed_at timestamptz,
      add column interruptions integer not null default 0`);
};
