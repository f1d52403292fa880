import type { Migration } from '@ridgeline/contracts';
import { useConnections } from '../../connections/use-connections.ts';

/** Whether the connection of a migration is known to be deleted; while the list of connections is not there it is not. */
export function useConnectionGone({ connectionId }: Pick<Migration, 'connectionId'>): boolean {
  const { data } = useConnections();
  return data?.every(({ id }) => id !== connectionId) ?? false;
}
