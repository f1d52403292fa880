import type { MigrationStep } from '@ridgeline/postgres';

/** When a connection's list was counted last: a long one is counted once a second at most. */
export const up: MigrationStep = (sql) =>
  sql('alter table sync_connections add column counted_at timestamptz');
