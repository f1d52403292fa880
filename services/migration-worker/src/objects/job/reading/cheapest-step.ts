import type { NewestJobs } from './newest-jobs.ts';

/** The number of concurrent calls: as many as AccuLynx admits in the time of one answer. */
export const sideBySide = 6;

/** What one step reads: pages of these lists, and single jobs. */
interface Step<List> {
  readonly lists: readonly List[];
  /** The time back to which the lists are read. */
  readonly reach: number;
  readonly singles: ReadonlySet<string>;
}

/**
 * The next step of the cheapest way to read jobs, given for each the earliest time of its change: jobs changed after a
 * certain time through pages of these lists, older ones singly. No lists are used if single calls cost no more. A single call
 * serves one job; pages also serve jobs that wait for later rounds, so each single call counts as `weight` calls.
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
