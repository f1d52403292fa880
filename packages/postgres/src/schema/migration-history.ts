import { readdir } from 'node:fs/promises';
import { basename } from 'node:path';
import { DatabaseError, escapeIdentifier } from 'pg';
import { oneQuery } from './admin-connection.ts';

/** The table of a schema that lists its applied migrations. */
export const historyTable = 'schema_migrations';

const UNDEFINED_TABLE = '42P01';

/** The name of a migration's file in the history: without its folder. */
export const migrationName = (file: string): string => basename(file, '.ts');

/** The migrations in a folder and its subfolders, as relative paths, in order; test files beside them are left out. */
export async function migrationFiles(folder: string | URL): Promise<string[]> {
  const files = await readdir(folder, { recursive: true });
  return files
    .filter((file) => /^\d+.*(?<!\.test)\.ts$/.test(basename(file)))
    .sort((one, other) => (migrationName(one) < migrationName(other) ? -1 : 1));
}

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
