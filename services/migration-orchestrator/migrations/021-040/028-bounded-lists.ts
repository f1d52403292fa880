import type { MigrationStep } from '@ridgeline/postgres';

/** What bounds the list of a connection (ADR 74). */
export const up: MigrationStep = async (sql) => {
  // An event named it, and it was neither linked nor known to be new when it was received.
  await sql(`alter table sync_records add column unknown boolean not null default false`);
  await sql(
    `create index sync_records_due_known_first on sync_records (connection_id, kind, unknown, due_at) where due_at is not null`,
  );
  await sql(`create index sync_records_unknown on sync_records (connection_id) where unknown`);
  // When an unknown record was last left out, because too many of them waited.
  await sql(`alter table sync_connections add column unknown_left_out_at timestamptz`);
};
