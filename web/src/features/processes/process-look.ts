import type { MigrationProcess } from '@ridgeline/contracts';

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

/** What there is to add: how it ended, or that it is silent. */
export function reasonOf({ status, isHealthy, endedAt }: MigrationProcess): string | null {
  if (endedAt === null) return isHealthy ? null : 'It should be running but misses its heartbeats';
  if (status !== 'crashed') return null;
  return isHealthy
    ? 'It crashed; nothing is left of it to be done'
    : 'It crashed; no other process has taken its migration yet';
}

/** Where its migration is to be seen; only people of its company can open it, and administrators see those of all. */
export function migrationOf(
  { migrationId, companyId }: Pick<MigrationProcess, 'migrationId' | 'companyId'>,
  ownCompany: string,
): { readonly text: string; readonly to: string | null } {
  const text = `Migration #${migrationId}`;
  // A server of the version before does not tell whose it is; there it was always a link.
  return (companyId ?? ownCompany) === ownCompany
    ? { text, to: `/migrations/${migrationId}` }
    : { text: `${text} of company ${companyId}`, to: null };
}

/** What is under way, those that miss their heartbeats first; and what has ended. */
export function inOrder(processes: readonly MigrationProcess[]): {
  readonly present: readonly MigrationProcess[];
  readonly ended: readonly MigrationProcess[];
} {
  const present = processes.filter(({ endedAt }) => endedAt === null);
  return {
    present: present.toSorted((a, b) => Number(a.isHealthy) - Number(b.isHealthy)),
    ended: processes.filter(({ endedAt }) => endedAt !== null),
  };
}
