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
  if (isHealthy) return null;
  if (endedAt === null) return 'It should be running but misses its heartbeats';
  return status === 'crashed' ? 'It crashed; another process went on with its migration' : 'It ended badly';
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
