import { getQuota } from '@ridgeline/contracts';
import { useQuery } from '../../api/use-query.ts';

/** Reading it makes no call to a vendor. */
const polled = { refreshInterval: 5_000, dedupingInterval: 1_000 } as const;

/** How the limits of a connection's credentials are used, asked for again while it is shown. */
export function useQuota(connectionId: number) {
  return useQuery(getQuota, { params: { id: String(connectionId) } }, polled);
}
