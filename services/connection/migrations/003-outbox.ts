import { outboxTables } from '@ridgeline/kafka';
import type { MigrationStep } from '@ridgeline/postgres';

/** Audit events of connections, on their way to the audit trail. */
export const up: MigrationStep = async (sql) => {
  await sql(outboxTables);
};
