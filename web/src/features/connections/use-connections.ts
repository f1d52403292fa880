import {
  getConnection,
  getStats,
  listAllConnections,
  listConnections,
  type Connection,
  type ConnectionDetail,
} from '@ridgeline/contracts';
import { useMemo, useState } from 'react';
import { useSWRConfig } from 'swr';
import { queryKey, useQuery } from '../../api/use-query.ts';

const listKey = queryKey(listConnections);
const statsKey = queryKey(getStats);
const keyOf = (id: number) => queryKey(getConnection, { params: { id: String(id) } });

/** Functions that apply changes of a connection to the page. */
export interface ConnectionChanges {
  /** Takes the connection from an answer; nothing needs to be fetched again. */
  readonly changed: (connection: Connection) => void;
  /** Created or saved: the list is fetched again too. */
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
        void mutate((key) => typeof key === 'string' && key.startsWith(listAllConnections.path));
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

/** Returns the value; while held, the value from before, if there was one. */
export function useHeld<Value>(value: Value | undefined, hold: boolean): Value | undefined {
  const [held, setHeld] = useState(value);
  if (hold && held !== undefined) return held;
  if (held !== value) setHeld(value);
  return value;
}

/** The list with this connection replacing its previous copy, or appended if it is new. */
export function withConnection(list: readonly Connection[], connection: Connection): Connection[] {
  return list.some(({ id }) => id === connection.id)
    ? list.map((one) => (one.id === connection.id ? connection : one))
    : [...list, connection];
}

const group = (name: string): string => name.split(' - ')[0] ?? name;

/** Created once: a new collator for each comparison is ten times slower, which is noticeable at 2,000 connections. */
const { compare } = new Intl.Collator('en', { sensitivity: 'base' });

/** Connections by the part of the name before ' - ', then by the whole name, without regard to case. */
export function inOrder<C extends Pick<Connection, 'name'>>(connections: readonly C[]): C[] {
  return connections
    .map((connection) => ({ connection, group: group(connection.name) }))
    .sort((a, b) => compare(a.group, b.group) || compare(a.connection.name, b.connection.name))
    .map(({ connection }) => connection);
}
