import { listSyncs, type SyncStatus } from '@ridgeline/contracts';
import { useQuery } from '../../api/use-query.ts';

/** Live updates bring changes; this finds what they missed. */
const polled = { refreshInterval: 30_000, dedupingInterval: 5_000 } as const;

/** How auto-sync of all connections stands; those where it was never switched on are left out. */
export const useSyncs = () => useQuery(listSyncs, {}, polled);

/** How it stands of one of them: undefined until the first answer, null where it was never switched on. */
export function syncOf(id: number, syncs: readonly SyncStatus[] | undefined): SyncStatus | null | undefined {
  return syncs && (syncs.find(({ connectionId }) => connectionId === id) ?? null);
}
