import { outboxTables } from '@ridgeline/kafka';
import type { MigrationStep } from '@ridgeline/postgres';

/** Deeds on connections, on their way to the audit trail. */
export const up: MigrationStep = async (sql) => {
  await sql(outboxTables);
};
