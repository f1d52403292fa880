import type { Migration } from '@ridgeline/contracts';
import { useEffect, useEffectEvent } from 'react';

/** So long no update of a run is unusual; polling alone would take twice that. */
const silentMs = 15_000;

/**
 * Asks again, every 15 s, while something runs and no update of it comes: what brings the updates may stand still behind a
 * stream that is open, and the server know more.
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
