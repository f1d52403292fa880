import type { MigrationStep } from '@ridgeline/postgres';

/** When the source dates the oldest event of a due record that is not processed; null where one does not say (ADR 74). */
export const up: MigrationStep = (sql) =>
  sql(`alter table sync_records add column changed_at timestamptz`);
