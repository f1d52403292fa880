import { listConnections } from '@ridgeline/contracts';
import { useQuery } from '../../api/use-query.ts';

/** Polled, because no event reports that a credential was rejected during a run or that a sync falls behind. */
export const pollMs = 30_000;
const freshMs = 5_000;

/**
 * The connections, polled while they are shown. All parts of the page use this hook, because the first caller's interval
 * applies to all.
 */
export const useCurrentConnections = () =>
  useQuery(listConnections, {}, { refreshInterval: pollMs, dedupingInterval: freshMs });
