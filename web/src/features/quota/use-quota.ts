import { getQuota } from '@ridgeline/contracts';
import { useQuery } from '../../api/use-query.ts';

/** Reading it makes no call to a vendor. */
const polled = { refreshInterval: 5_000, dedupingInterval: 1_000 } as const;

/** The use of the limits of a connection's credentials, polled while shown. */
export function useQuota(connectionId: number) {
  return useQuery(getQuota, { params: { id: String(connectionId) } }, polled);
}
