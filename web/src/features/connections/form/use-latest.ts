import { getConnection, type Connection } from '@ridgeline/contracts';
import { useEffect, useEffectEvent, useState } from 'react';
import { api } from '../../../api/client.ts';

/**
 * Whether the latest version is being fetched, is in the form, or failed to load, so that the form shows the copy from the
 * list.
 */
export type Freshness = 'fetching' | 'latest' | 'listed';

/** The latest version of a connection, past every cache. */
export const fetchConnection = (id: number): Promise<Connection> =>
  api(getConnection, { params: { id: String(id) } });

/** Fetches the latest version of what is edited when the form opens; null for what is new. */
export function useLatest(id: number | null, onLatest: (connection: Connection) => void): Freshness {
  const [freshness, setFreshness] = useState<Freshness>(id === null ? 'latest' : 'fetching');
  const arrived = useEffectEvent(onLatest);
  useEffect(() => {
    if (id === null) return;
    let wanted = true;
    const end = (how: Freshness, connection: Connection | null) => {
      if (!wanted) return;
      if (connection) arrived(connection);
      setFreshness(how);
    };
    void fetchConnection(id).then(
      (connection) => {
        end('latest', connection);
      },
      () => {
        end('listed', null);
      },
    );
    return () => {
      wanted = false;
    };
  }, [id]);
  return freshness;
}
