import type { Migration } from '@ridgeline/contracts';

const most = 5;

/** The newest migrations of a connection, the newest first. */
export function latestOf<M extends Pick<Migration, 'id' | 'connectionId'>>(
  migrations: readonly M[],
  connectionId: number,
): M[] {
  return migrations
    .filter((one) => one.connectionId === connectionId)
    .sort((a, b) => b.id - a.id)
    .slice(0, most);
}
