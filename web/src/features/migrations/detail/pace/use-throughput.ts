import { getThroughput, type Migration, type Throughput } from '@ridgeline/contracts';
import { useEffect, useState } from 'react';
import { useQuery } from '../../../../api/use-query.ts';
import { isFinal } from '../../../live/migration-versions.ts';

/** A chart of a long run changes slowly. */
const leastMs = 3_000;

/** One function for all renders: SWR would begin its wait anew with another one. */
const pollOf = (latest: Throughput | undefined): number => Math.max(leastMs, (latest?.stepMs ?? 0) / 2);

/** The last answer, and the failure that came after it. */
interface Told {
  readonly told: Throughput | undefined;
  readonly error: unknown;
  readonly fetchAgain: () => void;
}

/** How fast a migration is and was, as the server counted it: it is there from the start, and after a reload. */
export function useThroughput(migration: Migration): Told {
  const final = isFinal(migration);
  const params = { id: String(migration.id) };
  const { data, error, mutate } = useQuery(
    getThroughput,
    { params },
    {
      refreshInterval: final ? 0 : pollOf,
      dedupingInterval: leastMs - 1_000,
    },
  );
  // Nothing is counted after the end: what is asked for then is all there will be.
  const [askedAfterEnd] = useState(final && data === undefined);
  useEffect(() => {
    // The last answer was from before the end.
    if (final && !askedAfterEnd) void mutate();
  }, [final, askedAfterEnd, mutate]);
  return { told: data, error, fetchAgain: () => void mutate() };
}
