import { listConnections } from '@ridgeline/contracts';
import { useQuery } from '../../api/use-query.ts';

/** A credential is found out to be refused in the middle of a run, and a sync falls behind; no event reports it. */
export const pollMs = 30_000;
const freshMs = 5_000;

/** The connections, asked for again while they are shown. All parts of the page ask like this: the first one's time counts for all. */
export const useCurrentConnections = () =>
  useQuery(listConnections, {}, { refreshInterval: pollMs, dedupingInterval: freshMs });
