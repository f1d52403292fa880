import { escapeIdentifier } from 'pg';
import { withAdmin } from './schema/admin-connection.ts';

/**
 * Makes `name` an exact copy of `template`, which must have no connections. For tests: a migrated database per file, copied
 * file by file, which is faster where files lie in memory.
 */
export function cloneDatabase(adminUrl: string, template: string, name: string): Promise<void> {
  return withAdmin(adminUrl, (run) =>
    run(
      `create database ${escapeIdentifier(name)} template ${escapeIdentifier(template)} strategy file_copy`,
    ),
  );
}

/** Drops a database and ends the connections to it. */
export function dropDatabase(adminUrl: string, name: string): Promise<void> {
  return withAdmin(adminUrl, (run) => run(`drop database if exists ${escapeIdentifier(name)} with (force)`));
}

/** Runs statements one after the other, each on its own. */
export function runStatements(url: string, statements: readonly string[]): Promise<void> {
  return withAdmin(url, async (run) => {
    for (const statement of statements) await run(statement);
  });
}
