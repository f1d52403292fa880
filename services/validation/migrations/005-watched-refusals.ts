import type { MigrationStep } from '@ridgeline/postgres';

/**
 * Until when a connection whose credential a vendor refused is checked again and again, so that its work continues as soon as the
 * credential is accepted. The previous release does not know it, and checks as often as ever.
 */
export const up: MigrationStep = (sql) =>
  sql(`alter table connections_to_check add column watched_until timestamptz`);
