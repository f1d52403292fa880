import type { MigrationStep } from '@ridgeline/postgres';

/** What bounds the list of a connection, and the forgetting of its states (ADR 74, 77). */
export const up: MigrationStep = async (sql) => {
  // An event named it, and it was neither linked nor known to be new when it was received.
  await sql(`alter table sync_records add column unknown boolean not null default false`);
  await sql(
    `create index sync_records_due_known_first on sync_records (connection_id, kind, unknown, due_at) where due_at is not null`,
  );
  await sql(`create index sync_records_unknown on sync_records (connection_id) where unknown`);
  await sql(`
    alter table sync_connections
      -- When an unknown record was last left out, because too many of them waited.
      add column unknown_left_out_at timestamptz,
      -- States that were stored until then are of another portal: they count for nothing.
      add column states_from timestamptz`);
};
