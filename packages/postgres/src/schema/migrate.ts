import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import type { Knex } from 'knex';
import { Client } from 'pg';
import { appliedMigrations, historyTable, migrationFiles, migrationName } from './migration-history.ts';

/** One direction of a migration: runs statements one after the other, in one transaction of its own. */
export type MigrationStep = (sql: (statement: string) => Promise<void>) => Promise<void>;

/** What a file of a service's `migrations/` folder exports. */
export interface Migration {
  readonly up: MigrationStep;
  /** Undoes `up`, where that is possible. */
  readonly down?: MigrationStep;
}

/** What to migrate. */
export interface MigrateOptions {
  /** Of the service's owner role (`<service>_owner`). */
  readonly ownerUrl: string;
  readonly schema: string;
  /** Absolute path of the folder with the migrations, or with folders of them: `001-name.ts` and so on, run in the order of their names. */
  readonly directory: string;
}

/**
 * Brings a service's schema up to date with knex' migrator and answers the names of the migrations that ran now. The
 * history is the table `schema_migrations`. Replicas that start at the same time take turns.
 */
export async function migrate({ ownerUrl, schema, directory }: MigrateOptions): Promise<readonly string[]> {
  if (await isUpToDate(ownerUrl, schema, directory)) return [];
  // Loaded only here: its 320 modules would delay every start that has nothing to migrate.
  const { default: knex } = await import('knex');
  const turn = new Client({ connectionString: ownerUrl, connectionTimeoutMillis: 10_000 });
  await turn.connect();
  const database = knex({
    client: 'pg',
    // Row-level security holds for the owner too; migrations see all rows.
    connection: { connectionString: ownerUrl, options: `-c search_path=${schema} -c ridgeline.scope=system` },
    pool: { min: 0, max: 2 },
  });
  try {
    await turn.query('select pg_advisory_lock(hashtextextended($1, 0))', [`ridgeline.migrate.${schema}`]);
    const settings = {
      migrationSource: folderSource(directory),
      schemaName: schema,
      tableName: historyTable,
    };
    // Knex marks a run in a table, and a killed run leaves its mark; the advisory lock ensures that no other run exists.
    await database.migrate.forceFreeMigrationsLock(settings);
    const [, names] = (await database.migrate.latest(settings)) as [number, string[]];
    return names;
  } finally {
    await database.destroy();
    await turn.end();
  }
}

/** Whether a schema's history names exactly the migrations of the folder. */
async function isUpToDate(url: string, schema: string, directory: string): Promise<boolean> {
  const [applied, files] = await Promise.all([appliedMigrations(url, schema), migrationFiles(directory)]);
  return isDeepStrictEqual(applied, files.map(migrationName));
}

/** Migrations as modules that Node imports as they are, where knex would look for files that it can `require`. */
function folderSource(directory: string): Knex.MigrationSource<string> {
  return {
    getMigrations: () => migrationFiles(directory),
    getMigrationName: migrationName,
    async getMigration(file) {
      const module: unknown = await import(pathToFileURL(join(directory, file)).href);
      const { up, down } = asMigration(module, file);
      return {
        up: (transaction) => up(statements(transaction)),
        down: (transaction) => (down ?? irreversible(file))(statements(transaction)),
      };
    },
  };
}

function asMigration(module: unknown, file: string): Migration {
  if (typeof module === 'object' && module !== null && 'up' in module && typeof module.up === 'function') {
    return module as Migration;
  }
  throw new TypeError(`The migration ${file} does not export 'up'`);
}

function irreversible(file: string): MigrationStep {
  return () => Promise.reject(new Error(`The migration ${file} cannot be undone`));
}

function statements(transaction: Knex): (statement: string) => Promise<void> {
  return async (statement) => {
    // Knex takes '?' for a placeholder, also in `jsonb ? key` and in texts.
    await transaction.raw(statement.replaceAll('?', '\\?'));
  };
}
