import type { MigrationStep } from '@ridgeline/postgres';
import { runStatements } from '@ridgeline/postgres/testing';
import { scratchDatabase, type TestDatabase } from './database.ts';

/** A database of one service with only those schema steps that a test runs. */
export interface FormerDatabase extends AsyncDisposable {
  readonly db: TestDatabase['db'];
  /** Runs statements as the owner of the schema, for all companies. */
  asOwner(...statements: string[]): Promise<void>;
  /** Runs steps as the migrator does, one after another. */
  run(...steps: readonly { readonly up: MigrationStep }[]): Promise<void>;
  /** The result of a statement for the service, for all companies. */
  rows(sql: string): Promise<unknown[]>;
}

/** A database without any table of a service's. */
export async function formerDatabase(): Promise<FormerDatabase> {
  const database = await scratchDatabase();
  const asOwner: FormerDatabase['asOwner'] = (...statements) =>
    runStatements(database.ownerUrl, [
      `set search_path = scratch`,
      `set ridgeline.scope = 'system'`,
      ...statements,
    ]);
  return {
    db: database.db,
    asOwner,
    async run(...steps) {
      for (const { up } of steps) {
        const statements: string[] = [];
        await up((statement) => Promise.resolve(void statements.push(statement)));
        await asOwner('begin', ...statements, 'commit');
      }
    },
    rows: (sql) => database.db.forSystem((tx) => tx.query(sql)),
    [Symbol.asyncDispose]: () => database[Symbol.asyncDispose](),
  };
}
