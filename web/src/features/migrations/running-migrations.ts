import type { Migration, MigrationPhase } from '@ridgeline/contracts';
import { useEffect, useEffectEvent } from 'react';

/** A run without updates for this long is unusual; polling alone would take twice as long to notice. */
const silentMs = 15_000;

/**
 * Fetches again every 15 s while something runs and no update of it arrives: updates may stall although the stream is open,
 * and the server may have newer data.
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

/** The fields that determine what a migration is doing. */
export type Told = Pick<Migration, 'status' | 'phase' | 'waitingFor'>;

/**
 * What a running or paused migration is doing, as reported by the server; null for any other. During a rollout, a server of
 * a release without phases may still answer; it only reports whether the migration is waiting.
 */
export function phaseOf({ status, phase, waitingFor }: Told): MigrationPhase | null {
  if (status === 'queued' && phase === 'paused') return phase;
  if (status !== 'running') return null;
  // An omitted phase is treated like null.
  return phase ?? (waitingFor === null ? 'writing' : 'waiting');
}

/** Whether a running migration waits for a vendor or a worker. */
export const isWaiting = (migration: Told): boolean => phaseOf(migration) === 'waiting';

/** Whether a user paused it, though the batches in flight may still be written. */
export const isPaused = (migration: Told): boolean =>
  ['pausing', 'paused'].includes(phaseOf(migration) ?? '');

/** Whether a running migration has processed all its records and is doing its final steps. */
export const isFinishing = (migration: Told): boolean => phaseOf(migration) === 'finishing';
