import { DatabaseError, escapeIdentifier } from 'pg';
import { oneQuery } from './admin-connection.ts';

/** The table of a schema in which its applied migrations stand. */
export const historyTable = 'schema_migrations';

const UNDEFINED_TABLE = '42P01';

/** Whether a file of the folder is a migration; tests lie beside them. */
export const isMigration = (file: string): boolean => /^\d+.*(?<!\.test)\.ts$/.test(file);

/** The name under which a migration's file stands in the history. */
export const migrationName = (file: string): string => file.replace(/\.ts$/, '');

/** The names of the migrations that were applied to a schema, read as the service's own role; none while it has no tables. */
export async function appliedMigrations(url: string, schema: string): Promise<readonly string[]> {
  try {
    const rows = await oneQuery<{ name: string }>(
      url,
      `select name from ${escapeIdentifier(schema)}.${historyTable} order by id`,
    );
    return rows.map(({ name }) => name);
  } catch (error) {
    if (error instanceof DatabaseError && error.code === UNDEFINED_TABLE) return [];
    throw error;
  }
}
