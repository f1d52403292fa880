import type { NewestJobs } from './newest-jobs.ts';

/** So many calls are on their way side by side: as many as AccuLynx admits while one is answered. */
export const sideBySide = 6;

/** What is read in one step: pages of these lists, and single jobs. */
interface Step<List> {
  readonly lists: readonly List[];
  /** The moment down to which the lists are read. */
  readonly reach: number;
  readonly singles: ReadonlySet<string>;
}

/**
 * The next step of the cheapest reading of jobs, each with the moment at which it changed at the earliest: down to some moment
 * by the pages of these lists, and singly what changed before. Without lists where single calls for all of them cost no more.
 * A single call serves one job; pages serve those that wait for later rounds as well: `weight` for each of these.
 */
export function cheapestStep<List extends Pick<NewestJobs, 'pagesTo' | 'isBegun'>>(
  lists: readonly List[],
  moments: ReadonlyMap<string, number>,
  weight = 1,
): Step<List> {
  const inOrder = [...moments].toSorted(([, one], [, other]) => one - other);
  const prefersPages = moments.size > 1 || lists.some(({ isBegun }) => isBegun);
  let best = {
    reach: Infinity,
    singles: inOrder.length,
    calls: inOrder.length * weight + (prefersPages ? 1 : 0),
  };
  for (const [singles, [, reach]] of inOrder.entries()) {
    const calls = lists.reduce((sum, list) => sum + list.pagesTo(reach), singles * weight);
    if (calls < best.calls) best = { reach, singles, calls };
  }
  return {
    lists: best.reach === Infinity ? [] : lists.filter((list) => list.pagesTo(best.reach) > 0),
    reach: best.reach,
    singles: new Set(inOrder.slice(0, best.singles).map(([id]) => id)),
  };
}
