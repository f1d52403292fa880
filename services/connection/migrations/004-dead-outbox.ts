import { deadOutboxTable } from '@ridgeline/kafka';
import type { MigrationStep } from '@ridgeline/postgres';

/** Events that Kafka rejected permanently. */
export const up: MigrationStep = async (sql) => {
  await sql(deadOutboxTable);
};
