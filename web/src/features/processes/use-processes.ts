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

/** The orphaned processes, which have a call of their own. */
export const useOrphans = () =>
  useQuery(getOrphanedProcesses, {}, { refreshInterval: orphansPollMs, dedupingInterval: freshMs });

/**
 * Asks for all processes again where their call has other orphans (`shown`; undefined before its answer) than the call for
 * orphans, so that the two agree soon.
 */
export function useOrphanCheck(
  shown: readonly MigrationProcess[] | undefined,
  orphans: readonly MigrationProcess[] | undefined,
  askAgain: () => void,
): void {
  const compare = useEffectEvent((found: readonly MigrationProcess[]) => {
    if (shown && idsOf(found) !== idsOf(shown)) askAgain();
  });
  useEffect(() => {
    if (orphans) compare(orphans);
  }, [orphans]);
}
