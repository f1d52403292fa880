import type { NewestJobs } from './newest-jobs.ts';

/** So many calls are on their way side by side: as many as AccuLynx admits while one is answered. */
export const sideBySide = 6;
/** A job changes before its event is received; the two moments come from different clocks. */
export const clockSlackMs = 2_000;

/** What is read in one step: so many pages of each list, and single jobs. */
interface Reading<List> {
  readonly pages: readonly { readonly list: List; readonly count: number }[];
  readonly singles: ReadonlySet<string>;
}

/**
 * The cheapest next step of reading jobs, each with the moment at which it changed at the earliest: down to some moment by
 * the pages of these lists, which are asked for side by side, and singly what changed before. Without pages where single
 * calls for all of them cost no more.
 */
export function cheapestReading<List extends Pick<NewestJobs, 'pagesTo' | 'isBegun'>>(
  lists: readonly List[],
  moments: ReadonlyMap<string, number>,
): Reading<List> {
  const inOrder = [...moments].toSorted(([, one], [, other]) => one - other);
  const pagesAt = (reach: number) => lists.map((list) => ({ list, count: list.pagesTo(reach) }));
  const prefersPages = moments.size > 1 || lists.some(({ isBegun }) => isBegun);
  let best: Reading<List> & { readonly calls: number } = {
    pages: [],
    singles: new Set(moments.keys()),
    calls: inOrder.length + (prefersPages ? 1 : 0),
  };
  for (const [singles, [, reach]] of inOrder.entries()) {
    const pages = pagesAt(reach);
    const calls = pages.reduce((sum, { count }) => sum + count, singles);
    if (calls < best.calls)
      best = { pages, singles: new Set(inOrder.slice(0, singles).map(([id]) => id)), calls };
  }
  const pages = best.pages.filter(({ count }) => count > 0);
  const atOnce = Math.ceil(sideBySide / Math.max(1, pages.length));
  return { ...best, pages: pages.map(({ list, count }) => ({ list, count: Math.min(count, atOnce) })) };
}
