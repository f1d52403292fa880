import type { Connection, Migration } from '@ridgeline/contracts';
import { inOrder } from '../connections/connection-order.ts';
import { isFinal } from '../live/migration-versions.ts';

/** A connection and the last of its migrations that has ended; null where none has. */
export interface LastResult {
  readonly connection: Pick<Connection, 'id' | 'name'>;
  readonly migration: Migration | null;
}

/** What became of each connection last, in the order of their page. */
export function lastResults(
  connections: readonly LastResult['connection'][],
  migrations: readonly Migration[],
): readonly LastResult[] {
  const last = new Map<number, Migration>();
  for (const migration of migrations) {
    const known = last.get(migration.connectionId);
    if (isFinal(migration) && (!known || migration.id > known.id))
      last.set(migration.connectionId, migration);
  }
  return inOrder(connections).map((connection) => ({
    connection,
    migration: last.get(connection.id) ?? null,
  }));
}
