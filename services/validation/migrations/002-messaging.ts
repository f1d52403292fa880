import { inboxTables, outboxTables } from '@ridgeline/kafka';
import type { MigrationStep } from '@ridgeline/postgres';

/** Events that wait to be published, and events that were handled. */
export const up: MigrationStep = async (sql) => {
  await sql(outboxTables);
  await sql(inboxTables);
};
