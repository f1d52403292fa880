import { deadOutboxTable } from '@ridgeline/kafka';
import type { MigrationStep } from '@ridgeline/postgres';

/** Where events go that Kafka refuses for good. */
export const up: MigrationStep = async (sql) => {
  await sql(deadOutboxTable);
};
