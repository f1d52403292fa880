import {
  getConnection,
  getStats,
  listConnections,
  type Connection,
  type ConnectionDetail,
} from '@ridgeline/contracts';
import { useMemo } from 'react';
import { useSWRConfig } from 'swr';
import { queryKey, useQuery } from '../../api/use-query.ts';
import { withConnection } from './with-connection.ts';

const listKey = queryKey(listConnections);
const statsKey = queryKey(getStats);
const keyOf = (id: number) => queryKey(getConnection, { params: { id: String(id) } });

/** How a page takes in what became of a connection. */
export interface ConnectionChanges {
  /** As an answer brought it: nothing need be asked again. */
  readonly changed: (connection: Connection) => void;
  /** Made or saved: the list is fetched afresh too. */
  readonly saved: (connection: Connection) => void;
  readonly removed: (id: number) => void;
}

const quietly = { revalidate: false } as const;

/** Writes changes into every answer that shows the connection. */
export function useConnectionChanges(): ConnectionChanges {
  const { mutate } = useSWRConfig();
  return useMemo(() => {
    const changed = (connection: Connection) => {
      void mutate<Connection[]>(listKey, (list) => list && withConnection(list, connection), quietly);
      void mutate<ConnectionDetail>(keyOf(connection.id), (one) => one && { ...one, ...connection }, quietly);
    };
    return {
      changed,
      saved: (connection) => {
        changed(connection);
        void mutate(listKey);
        void mutate(statsKey);
      },
      removed: (id) => {
        void mutate<Connection[]>(listKey, (list) => list?.filter((one) => one.id !== id), quietly);
        void mutate(statsKey);
      },
    };
  }, [mutate]);
}

export const useConnections = () => useQuery(listConnections);

export const useConnection = (id: string) => useQuery(getConnection, { params: { id } });
