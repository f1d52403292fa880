import type { MigrationStep } from '@ridgeline/postgres';

/**
 * When a record in hand was made due again, and the `seq` that it had then: where it was read after that, the read has what the event
 * told. The release before counts `seq` without them: where they differ, nothing is known.
 */
export const up: MigrationStep = (sql) =>
  sql('alter table sync_records add column noted_at timestamptz, add column noted_seq integer');
