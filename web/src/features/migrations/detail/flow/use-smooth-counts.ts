import type { Migration } from '@ridgeline/contracts';
import { useEffect, useRef, useState } from 'react';
import { useMediaQuery } from '../../../../components/use-media-query.ts';
import { isFinal } from '../../../live/migration-versions.ts';
import { countsBetween, countsOf, sameCounts, type Counts } from './counts-between.ts';

const durationMs = 400;

/** A running migration's numbers run to their new values, all of them together, instead of jumping. */
export function useSmoothCounts(migration: Migration): Migration {
  const still = useMediaQuery('(prefers-reduced-motion: reduce)');
  const [shown, setShown] = useState<Counts>(() => countsOf(migration));
  const latest = useRef(shown);
  const target = useRef(shown);

  useEffect(() => {
    if (sameCounts(target.current, migration)) return;
    const to = countsOf(migration);
    const from = latest.current;
    target.current = to;
    const start = performance.now();
    // It goes on beyond this effect: an update that changes no number must not stop it half way.
    const step = (time: number) => {
      if (target.current !== to) return;
      const part = still ? 1 : Math.min(1, Math.max(0, (time - start) / durationMs));
      latest.current = countsBetween(from, to, part);
      setShown(latest.current);
      if (part < 1) requestAnimationFrame(step);
    };
    requestAnimationFrame(step);
  }, [migration, still]);

  // The end is the truth at once: the closing account beside it does not run.
  return isFinal(migration) ? migration : { ...migration, ...shown };
}
