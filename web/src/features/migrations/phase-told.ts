import type { Migration, MigrationPhase } from '@ridgeline/contracts';

/** What says what a migration does. */
export type Told = Pick<Migration, 'status' | 'phase' | 'waitingFor'>;

/**
 * What a running migration does, as the server tells it. One of before the phase was told, to which a page may still be
 * talking while a new version is rolled out, tells only that it waits; null for a migration that does not run.
 */
export function phaseOf({ status, phase, waitingFor }: Told): MigrationPhase | null {
  if (status !== 'running') return null;
  // What is left out is treated as null is.
  return phase ?? (waitingFor === null ? 'writing' : 'waiting');
}

/** Whether a running migration stands still because something holds it up. */
export const isPaused = (migration: Told): boolean => phaseOf(migration) === 'waiting';

/** Whether a running migration has handled all its records, and still does what follows upon them. */
export const isFinishing = (migration: Told): boolean => phaseOf(migration) === 'finishing';
