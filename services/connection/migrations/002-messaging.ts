import { inboxTables } from '@ridgeline/kafka';
import { idempotencyTable, type MigrationStep } from '@ridgeline/postgres';

/** Events that were handled, and answers of creating calls. */
export const up: MigrationStep = async (sql) => {
  await sql(inboxTables);
  await sql(idempotencyTable);
};
