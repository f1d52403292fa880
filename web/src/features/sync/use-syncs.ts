import { getSync, listSyncs, type SyncStatus } from '@ridgeline/contracts';
import { useQuery } from '../../api/use-query.ts';

/** Live updates bring changes; this finds what they missed. */
const polled = { refreshInterval: 30_000, dedupingInterval: 5_000 } as const;

/** The auto-sync states of all connections, except those where it was never switched on. */
export const useSyncs = () => useQuery(listSyncs, {}, polled);

/** The same, or only this connection's state if it belongs to another company. */
export function useSyncsWith(connectionId: number, viewed: boolean) {
  const own = useQuery(listSyncs, viewed ? null : {}, polled);
  const one = useQuery(getSync, viewed ? { params: { id: String(connectionId) } } : null, polled);
  const { error, mutate } = viewed ? one : own;
  return { data: viewed ? one.data && [one.data] : own.data, error, mutate };
}

/** One connection's state: undefined until the first answer, null if auto-sync was never switched on. */
export function syncOf(id: number, syncs: readonly SyncStatus[] | undefined): SyncStatus | null | undefined {
  if (!syncs) return undefined;
  return syncs.find(({ connectionId }) => connectionId === id) ?? null;
}
