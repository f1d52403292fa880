/** Rows of one height, and the part of them that is in sight; all lengths in pixels. */
export interface RowsInSight {
  readonly count: number;
  readonly rowHeight: number;
  /** How far the rows' beginning lies above the beginning of what is in sight; negative when it lies below. */
  readonly scrolled: number;
  /** The height of what is in sight. */
  readonly height: number;
  /** Rows that are drawn ahead on both sides, so that scrolling shows no gap. */
  readonly ahead: number;
}

/** The first row to draw and the one after the last. */
export interface RowRange {
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
