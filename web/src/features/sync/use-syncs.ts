import { getSync, listSyncs, type SyncStatus } from '@ridgeline/contracts';
import { useQuery } from '../../api/use-query.ts';

/** Live updates bring changes; this finds what they missed. */
const pollMs = 30_000;
const freshMs = 5_000;
const polled = { refreshInterval: pollMs, dedupingInterval: freshMs } as const;

/** How auto-sync of all connections stands. */
export const useSyncs = () => useQuery(listSyncs, {}, polled);

/** How auto-sync of one connection stands. */
export const useSync = (id: number) => useQuery(getSync, { params: { id: String(id) } }, polled);

/** The same, out of the answer about all of them; null while it is not known, and where it was never switched on. */
export function useSyncOf(id: number): SyncStatus | null {
  const { data } = useSyncs();
  return data?.find(({ connectionId }) => connectionId === id) ?? null;
}
