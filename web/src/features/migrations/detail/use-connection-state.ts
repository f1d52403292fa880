import type { Migration } from '@ridgeline/contracts';
import { useIsViewed } from '../../company-names/ViewedCompany.tsx';
import { unusableReason } from '../../connections/status-display.ts';
import { useConnections } from '../../connections/use-connections.ts';

/**
 * Whether a connection can be run again: `refused` means that AccuLynx or HubSpot rejects its credential, `viewed` that it
 * belongs to another company.
 */
export type ConnectionState = 'usable' | 'refused' | 'deleted' | 'viewed';

/** Whether the connection exists and can be used for more than viewing. */
export const isThere = (state: ConnectionState): boolean => state === 'usable' || state === 'refused';

/** How the connection of a migration is known to be; while the list of connections is not there it counts as usable. */
export function useConnectionState({ connectionId }: Pick<Migration, 'connectionId'>): ConnectionState {
  const { data } = useConnections();
  if (useIsViewed()) return 'viewed';
  if (!data) return 'usable';
  const connection = data.find(({ id }) => id === connectionId);
  if (!connection) return 'deleted';
  return unusableReason(connection) === null ? 'usable' : 'refused';
}
