import { deadOutboxTable } from '@ridgeline/kafka';
import type { MigrationStep } from '@ridgeline/postgres';

/** Where events go that Kafka rejects permanently. */
export const up: MigrationStep = async (sql) => {
  await sql(deadOutboxTable);
};
