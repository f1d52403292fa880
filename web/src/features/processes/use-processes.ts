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
 * Asks for the orphans alone besides. The card shows one answer, so that its counts fit its rows: where it has other
 * orphans, all is asked for again.
 */
export function useOrphanCheck(shown: readonly MigrationProcess[], askAgain: () => void): void {
  const { data } = useQuery(
    getOrphanedProcesses,
    {},
    { refreshInterval: orphansPollMs, dedupingInterval: freshMs },
  );
  const compare = useEffectEvent((orphans: readonly MigrationProcess[]) => {
    if (idsOf(orphans) !== idsOf(shown)) askAgain();
  });
  useEffect(() => {
    if (data) compare(data.orphanedProcesses);
  }, [data]);
}
