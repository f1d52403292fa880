import { useLayoutEffect, useState, type RefObject } from 'react';

interface VisibleRowsOptions {
  readonly count: number;
  /** In pixels, with the gap to the next row. */
  readonly rowHeight: number;
  /** The scroll container of the rows; by default the page itself. */
  readonly scroller?: RefObject<HTMLElement | null>;
  readonly ahead?: number;
}

/** How many rows are rendered before anything is measured. */
const firstRows = 12;

/**
 * Which rows of a long list to render: the visible ones and a few around them. All rows have the same height; the caller
 * reserves the space of the others.
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
    // Captured, because scroll events do not bubble, and either the page or a part of it may scroll.
    window.addEventListener('scroll', measure, { capture: true, passive: true });
    window.addEventListener('resize', measure);
    return () => {
      window.removeEventListener('scroll', measure, { capture: true });
      window.removeEventListener('resize', measure);
    };
  }, [list, scroller, count, rowHeight, ahead]);

  return { from: Math.min(range.from, count), to: Math.min(range.to, count) };
}

/** Rows of equal height, and the visible part of them; all lengths in pixels. */
export interface RowsInSight {
  readonly count: number;
  readonly rowHeight: number;
  /** How far the first row's top is above the top of the visible area; negative if below. */
  readonly scrolled: number;
  /** The height of the visible area. */
  readonly height: number;
  /** How many rows are rendered in advance on both sides, so that scrolling shows no gap. */
  readonly ahead: number;
}

/** The first row to draw and the one after the last. */
interface RowRange {
  readonly from: number;
  readonly to: number;
}

/** Which rows to draw. It moves in steps of the rows ahead, so that scrolling by a few pixels changes nothing. */
export function visibleRange({ count, rowHeight, scrolled, height, ahead }: RowsInSight): RowRange {
  const step = Math.max(1, ahead);
  const first = Math.floor(scrolled / rowHeight / step) * step;
  const last = Math.ceil((scrolled + height) / rowHeight / step) * step;
  const within = (row: number) => Math.min(count, Math.max(0, row));
  const to = within(last + ahead);
  return { from: Math.min(within(first - ahead), to), to };
}

/** How wide an element is in pixels, kept up to date; 0 until it is on the page. */
export function useWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const measured = element.current;
    if (!measured) return;
    const measure = () => {
      setWidth(measured.clientWidth);
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(measured);
    return () => {
      observer.disconnect();
    };
  }, [element]);
  return width;
}
