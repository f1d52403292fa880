import { inboxTables, outboxTables } from '@ridgeline/kafka';
import { idempotencyTable, type MigrationStep } from '@ridgeline/postgres';

/** Events that wait to be published, events that were handled, and answers of creating calls. */
export const up: MigrationStep = async (sql) => {
  await sql(outboxTables);
  await sql(inboxTables);
  await sql(idempotencyTable);
};
