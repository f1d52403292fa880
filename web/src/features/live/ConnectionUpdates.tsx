import {
  connectionUpdateSchema,
  getConnection,
  getStats,
  listConnections,
  listSyncs,
} from '@ridgeline/contracts';
import { useEffect, useMemo } from 'react';
import { useSWRConfig } from 'swr';
import { queryKey } from '../../api/use-query.ts';
import { useLiveEvent, useLiveGap } from './live-context.ts';

/** Keeps the connections shown on any page in sync with the server. */
export function ConnectionUpdates() {
  const { mutate } = useSWRConfig();
  const refetch = useMemo(() => createConnectionRefetch(mutate), [mutate]);
  useLiveEvent('connection-update', connectionUpdateSchema, ({ id }) => {
    refetch.changed(id);
  });
  useLiveGap(refetch.all);
  useEffect(() => refetch.stop, [refetch]);
  return null;
}

type Mutate = ReturnType<typeof useSWRConfig>['mutate'];

/** Changes come in crowds, as when many connections are tested: the list is fetched at most this often. */
const fetchEveryMs = 1_000;

/** A save reports several changes; the first fetch waits for all of them. */
const settleMs = 150;

const connectionsKey = queryKey(listConnections);
/** A change may have switched auto-sync on or off. */
const shared: readonly string[] = [connectionsKey, queryKey(getStats), queryKey(listSyncs)];

const ownKey = (id: number): string => queryKey(getConnection, { params: { id: String(id) } });

/** Fetches again what the page keeps of connections that changed. */
export function createConnectionRefetch(mutate: Mutate) {
  const changed = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let fetchedAt = 0;

  const fetchChanged = () => {
    timer = undefined;
    fetchedAt = Date.now();
    const keys = new Set([...changed, ...shared]);
    changed.clear();
    void mutate((key) => typeof key === 'string' && keys.has(key));
  };

  return {
    changed: (id: number): void => {
      changed.add(ownKey(id));
      timer ??= setTimeout(fetchChanged, Math.max(settleMs, fetchedAt + fetchEveryMs - Date.now()));
    },
    /** Everything about connections, as it is unknown which ones changed. */
    all: (): void => {
      void mutate(
        (key) => typeof key === 'string' && (shared.includes(key) || key.startsWith(`${connectionsKey}/`)),
      );
    },
    stop: (): void => {
      clearTimeout(timer);
      timer = undefined;
    },
  };
}
