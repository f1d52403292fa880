import type { Migration, MigrationPhase } from '@ridgeline/contracts';
import { useEffect, useEffectEvent } from 'react';

/** So long no update of a run is unusual; polling alone would take twice that. */
const silentMs = 15_000;

/**
 * Asks again, every 15 s, while something runs and no update of it comes: what brings the updates may stall behind a stream
 * that is open, and the server know more.
 */
export function useSilenceCheck(shown: readonly Migration[], askAgain: () => void): void {
  const runs = shown
    .filter(({ status }) => status === 'running')
    .map(({ id, version }) => `${id}.${version}`)
    .join();
  const ask = useEffectEvent(askAgain);
  useEffect(() => {
    if (runs === '') return;
    const timer = setInterval(() => {
      ask();
    }, silentMs);
    return () => {
      clearInterval(timer);
    };
  }, [runs]);
}

/** What says what a migration does. */
export type Told = Pick<Migration, 'status' | 'phase' | 'waitingFor'>;

/**
 * What a running or paused migration does, as the server tells it. A server of a release without phases, which may still
 * answer a page during a rollout, tells only that it waits; null for one that does neither.
 */
export function phaseOf({ status, phase, waitingFor }: Told): MigrationPhase | null {
  if (status === 'queued' && phase === 'paused') return phase;
  if (status !== 'running') return null;
  // What is left out is treated as null is.
  return phase ?? (waitingFor === null ? 'writing' : 'waiting');
}

/** Whether a running migration waits for a vendor or a worker. */
export const isWaiting = (migration: Told): boolean => phaseOf(migration) === 'waiting';

/** Whether a user paused it, though the batches in flight may still be written. */
export const isPaused = (migration: Told): boolean =>
  ['pausing', 'paused'].includes(phaseOf(migration) ?? '');

/** Whether a running migration has handled all its records, and still does what follows upon them. */
export const isFinishing = (migration: Told): boolean => phaseOf(migration) === 'finishing';
