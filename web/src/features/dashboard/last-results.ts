import type { Connection, Migration } from '@ridgeline/contracts';
import { inOrder } from '../connections/use-connections.ts';
import { lastResultsOf } from '../results/last-results.ts';

/** A connection and, of each type, the last of its migrations that has ended. */
export interface LastResult {
  readonly connection: Pick<Connection, 'id' | 'name'>;
  readonly migrations: readonly Migration[];
}

/** What each connection copied last, type by type, in the order of their page. */
export const lastResults = (
  connections: readonly LastResult['connection'][],
  migrations: readonly Migration[],
): readonly LastResult[] =>
  inOrder(connections).map((connection) => ({
    connection,
    migrations: lastResultsOf(connection.id, migrations),
  }));
