import type { Connection, Migration } from '@ridgeline/contracts';
import { inOrder } from '../connections/use-connections.ts';
import { lastResultsOf } from '../results/last-results.ts';

/** A connection with its last ended migration of each type. */
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
