import {
  getOrphanedProcesses,
  getProcessHealth,
  type MigrationProcess,
  type ProcessHealth,
} from '@ridgeline/contracts';
import { useEffect, useEffectEvent } from 'react';
import { useQuery } from '../../api/use-query.ts';

type ProcessState = 'Starting' | 'Running' | 'Completed' | 'Crashed' | 'Unhealthy';

const words: Readonly<Record<MigrationProcess['status'], Exclude<ProcessState, 'Unhealthy'>>> = {
  starting: 'Starting',
  running: 'Running',
  completed: 'Completed',
  crashed: 'Crashed',
};

/** How a process is, in a word: one that is not healthy is Unhealthy, whatever its status. */
export const stateOf = ({
  status,
  isHealthy,
}: Pick<MigrationProcess, 'status' | 'isHealthy'>): ProcessState => (isHealthy ? words[status] : 'Unhealthy');

const asItShould =
  'The process ended as it should; how its migration ended stands on the page of the migration';

/** What there is to add: how it ended, or that it is silent. */
export function reasonOf({ status, isHealthy, endedAt }: MigrationProcess): string | null {
  if (endedAt === null) return isHealthy ? null : 'It should be running but misses its heartbeats';
  if (status !== 'crashed') return asItShould;
  return isHealthy
    ? 'It crashed; no action needed'
    : 'It crashed; no other process has taken its migration yet';
}

/**
 * The moment to which the age of its heartbeat or end is counted, in epoch milliseconds. What is healthy beats once a second
 * and is looked at less often: that heartbeat was as old as it was when the server looked. A silence grows older.
 */
export function countedTo(
  { isHealthy, endedAt }: Pick<MigrationProcess, 'isHealthy' | 'endedAt'>,
  at: ProcessHealth['at'],
  now: number,
): number {
  return isHealthy && endedAt === null && at !== undefined ? Date.parse(at) : now;
}

/**
 * What its migration is called; administrators see those of all companies, each with whose it is: by name, or by id where
 * `companyNames` has none.
 */
export function migrationOf(
  { migrationId, companyId }: Pick<MigrationProcess, 'migrationId' | 'companyId'>,
  ownCompany: string,
  companyNames: ReadonlyMap<string, string | null>,
): string {
  const text = `Migration #${migrationId}`;
  // A server of the version before does not say whose it is.
  if (companyId === null || companyId === ownCompany) return text;
  return `${text} of ${companyNames.get(companyId) ?? `company ${companyId}`}`;
}

/** What is under way or left its migration without a process, orphans first; and what has ended and matters no more. */
export function inOrder(processes: readonly MigrationProcess[]): {
  readonly present: readonly MigrationProcess[];
  readonly orphans: readonly MigrationProcess[];
  readonly ended: readonly MigrationProcess[];
} {
  const orphans = processes.filter(({ isHealthy }) => !isHealthy);
  const healthy = processes.filter(({ isHealthy }) => isHealthy);
  return {
    present: [...orphans, ...healthy.filter(({ endedAt }) => endedAt === null)],
    orphans,
    ended: healthy.filter(({ endedAt }) => endedAt !== null),
  };
}

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
