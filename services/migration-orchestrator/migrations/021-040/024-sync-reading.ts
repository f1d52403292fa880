import type { MigrationStep } from '@ridgeline/postgres';

/** What the reading of due records needs to know (ADR 74). */
export const up: MigrationStep = async (sql) => {
  // When the source dates the oldest event that is not processed; null where one does not say.
  await sql(`alter table sync_records add column changed_at timestamptz`);
  // By the name of the kind: until when all that the source created is linked or known to be new.
  await sql(`alter table sync_connections add column created_known_until jsonb not null default '{}'`);
};
