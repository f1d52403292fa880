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

/** A process's state in a word: Unhealthy takes precedence over its status. */
export const stateOf = ({
  status,
  isHealthy,
}: Pick<MigrationProcess, 'status' | 'isHealthy'>): ProcessState => (isHealthy ? words[status] : 'Unhealthy');

const asItShould =
  'The process ended as it should; how its migration ended stands on the page of the migration';

/** An explanation of the state: how it ended, or that it is silent. */
export function reasonOf({ status, isHealthy, endedAt }: MigrationProcess): string | null {
  if (endedAt === null) return isHealthy ? null : 'It should be running but misses its heartbeats';
  if (status !== 'crashed') return asItShould;
  return isHealthy
    ? 'It crashed; no action needed'
    : 'It crashed; no other process has taken its migration yet';
}

/**
 * The time at which the age of a heartbeat or end is measured, in epoch milliseconds. A healthy process beats once per
 * second but is fetched less often, so its age is the one at the server's check. The age of a silent process keeps growing.
 */
export function countedTo(
  { isHealthy, endedAt }: Pick<MigrationProcess, 'isHealthy' | 'endedAt'>,
  at: ProcessHealth['at'],
  now: number,
): number {
  return isHealthy && endedAt === null && at !== undefined ? Date.parse(at) : now;
}

/**
 * The title of its migration. Administrators see the migrations of all companies, each with its company: by name, or by id
 * if `companyNames` lacks it.
 */
export function migrationOf(
  { migrationId, companyId }: Pick<MigrationProcess, 'migrationId' | 'companyId'>,
  ownCompany: string,
  companyNames: ReadonlyMap<string, string | null>,
): string {
  const text = `Migration #${migrationId}`;
  // A server of the previous version does not report the company.
  if (companyId === null || companyId === ownCompany) return text;
  return `${text} of ${companyNames.get(companyId) ?? `company ${companyId}`}`;
}

/** Splits processes into those that run or abandoned their migration, orphans first, and ended ones that no longer matter. */
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
 * Refetches all processes if their answer (`shown`; undefined before it arrives) has other orphans than the orphans'
 * endpoint, so that the two soon agree.
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
