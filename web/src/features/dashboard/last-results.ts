import { migrationTypeSchema, type Connection, type Migration } from '@ridgeline/contracts';
import { inOrder } from '../connections/use-connections.ts';
import { isFinal } from '../live/migration-cache.ts';

/** A connection and, of each type, the last of its migrations that has ended. */
export interface LastResult {
  readonly connection: Pick<Connection, 'id' | 'name'>;
  readonly migrations: readonly Migration[];
}

/** A dry run wrote nothing, and what was cancelled before it started did nothing. */
const isResult = (one: Migration): boolean => isFinal(one) && !one.dryRun && one.startedAt !== null;

/** What each connection copied last, type by type, in the order of their page. */
export function lastResults(
  connections: readonly LastResult['connection'][],
  migrations: readonly Migration[],
): readonly LastResult[] {
  const results = migrations.filter(isResult).sort((a, b) => b.id - a.id);
  return inOrder(connections).map((connection) => ({
    connection,
    migrations: migrationTypeSchema.options.flatMap((type) => {
      const last = results.find(
        ({ connectionId, migrationType }) => connectionId === connection.id && migrationType === type,
      );
      return last ? [last] : [];
    }),
  }));
}
