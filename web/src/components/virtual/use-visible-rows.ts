import { useLayoutEffect, useState, type RefObject } from 'react';
import { visibleRange, type RowRange } from './visible-range.ts';

interface VisibleRowsOptions {
  readonly count: number;
  /** In pixels, with the gap to the next row. */
  readonly rowHeight: number;
  /** What scrolls around the rows; the page itself where it is left out. */
  readonly scroller?: RefObject<HTMLElement | null>;
  readonly ahead?: number;
}

/** Before anything is measured, so many rows are drawn. */
const firstRows = 12;

/**
 * Which rows of a long list to draw: those in sight, and a few around them. The rows have one height; what surrounds
 * them keeps the room of the others.
 */
export function useVisibleRows(list: RefObject<HTMLElement | null>, options: VisibleRowsOptions): RowRange {
  const { count, rowHeight, scroller, ahead = 4 } = options;
  const [range, setRange] = useState<RowRange>({ from: 0, to: firstRows });

  useLayoutEffect(() => {
    const measure = () => {
      const rows = list.current?.getBoundingClientRect();
      if (!rows) return;
      const frame = scroller?.current?.getBoundingClientRect() ?? { top: 0, height: window.innerHeight };
      const next = visibleRange({
        count,
        rowHeight,
        scrolled: frame.top - rows.top,
        height: frame.height,
        ahead,
      });
      setRange((now) => (now.from === next.from && now.to === next.to ? now : next));
    };
    measure();
    // Whatever scrolls, the page or a part of it; its event does not bubble, but it is captured.
    window.addEventListener('scroll', measure, { capture: true, passive: true });
    window.addEventListener('resize', measure);
    return () => {
      window.removeEventListener('scroll', measure, { capture: true });
      window.removeEventListener('resize', measure);
    };
  }, [list, scroller, count, rowHeight, ahead]);

  return { from: Math.min(range.from, count), to: Math.min(range.to, count) };
}
