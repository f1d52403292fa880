import { useEffect, useRef, useState } from 'react';
import { useMediaQuery } from '../../../components/use-media-query.ts';

const durationMs = 400;

/** A number that runs to its new value instead of jumping; it never shows more than the truth. */
export function useSmoothNumber(value: number): number {
  const still = useMediaQuery('(prefers-reduced-motion: reduce)');
  const [shown, setShown] = useState(value);
  const from = useRef(value);

  useEffect(() => {
    const start = performance.now();
    const begin = from.current;
    let frame = requestAnimationFrame(function step(time) {
      const part = still || value < begin ? 1 : Math.min(1, Math.max(0, (time - start) / durationMs));
      const next = begin + Math.floor((value - begin) * part);
      from.current = next;
      setShown(next);
      if (part < 1) frame = requestAnimationFrame(step);
    });
    return () => {
      cancelAnimationFrame(frame);
    };
  }, [value, still]);
  return shown;
}
