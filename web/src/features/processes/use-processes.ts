import { getOrphanedProcesses, getProcessHealth, type MigrationProcess } from '@ridgeline/contracts';
import { useEffect, useEffectEvent } from 'react';
import { useQuery } from '../../api/use-query.ts';

const healthPollMs = 15_000;
const orphansPollMs = 30_000;
/** Polled queries are fresh for less than a poll. */
const freshMs = 5_000;

export const useProcessHealth = () =>
  useQuery(getProcessHealth, {}, { refreshInterval: healthPollMs, dedupingInterval: freshMs });

const idsOf = (processes: readonly MigrationProcess[]): string =>
  processes
    .map(({ id }) => id)
    .toSorted((a, b) => a - b)
    .join();

/**
 * The orphans, which have a call of their own. The rows and counts of the card come from the call for all processes: where it
 * has other orphans, it is asked again, so that the two agree soon.
 */
export function useOrphans(shown: readonly MigrationProcess[], askAgain: () => void) {
  const query = useQuery(
    getOrphanedProcesses,
    {},
    { refreshInterval: orphansPollMs, dedupingInterval: freshMs },
  );
  const { data } = query;
  const compare = useEffectEvent((orphans: readonly MigrationProcess[]) => {
    if (idsOf(orphans) !== idsOf(shown)) askAgain();
  });
  useEffect(() => {
    if (data) compare(data.orphanedProcesses);
  }, [data]);
  return query;
}
