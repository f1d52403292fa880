import type { Connection, Migration } from '@ridgeline/contracts';
import { inOrder } from '../connections/connection-order.ts';
import { isFinal } from '../live/migration-versions.ts';

/** A connection and the last of its migrations that has ended, else the one under way; null where none was started. */
export interface LastResult {
  readonly connection: Pick<Connection, 'id' | 'name'>;
  readonly migration: Migration | null;
}

/** What has ended says more than what has not, and later ones more than earlier ones. */
const saysMore = (one: Migration, other: Migration): boolean =>
  isFinal(one) === isFinal(other) ? one.id > other.id : isFinal(one);

/** What became of each connection last, in the order of their page. */
export function lastResults(
  connections: readonly LastResult['connection'][],
  migrations: readonly Migration[],
): readonly LastResult[] {
  const last = new Map<number, Migration>();
  for (const migration of migrations) {
    const known = last.get(migration.connectionId);
    if (!known || saysMore(migration, known)) last.set(migration.connectionId, migration);
  }
  return inOrder(connections).map((connection) => ({
    connection,
    migration: last.get(connection.id) ?? null,
  }));
}
