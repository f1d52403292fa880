/** Anything that a list holds. Its id names it in all pages and passes. */
export interface Identified {
  readonly id: string;
}

/** One answer of a paged list (docs/vendors/acculynx.md, 3.1). A 416 is one without a count and without items. */
export interface ListPage<R> {
  /** The source's own total, where it tells one. It may exceed what can be had by a few. */
  readonly count: number | null;
  /** The start index as the answer repeats it. */
  readonly startIndex: number | null;
  readonly items: readonly R[];
}

/** Asks for one page. The signal is aborted when its answer is not wanted any more. */
export type FetchPage<R> = (startIndex: number, signal: AbortSignal) => Promise<ListPage<R>>;

/** What a start index counts: pages, or records. */
export type StartIndexMeaning = 'page' | 'record';

/** How a list is paged. */
export interface ListSpec<R = unknown> {
  readonly pageSize: number;
  /** Which records count as found in the list; all of them where it is not told. */
  readonly isCounted?: (record: R) => boolean;
  /** `detect`: the first two pages decide (docs/vendors/acculynx.md, 3.2). */
  readonly startIndex: StartIndexMeaning | 'detect';
}

/**
 * What the start index counts, from the answers to 0 and 1 (docs/vendors/acculynx.md, 3.2): records, when the second is the
 * first moved on by one, so that most of it is known and the first record is gone. Null when the two do not tell: the
 * list shifted between them, or they are too short to compare.
 */
export function startIndexMeaning(
  first: ListPage<Identified>,
  second: ListPage<Identified>,
): StartIndexMeaning | null {
  if (first.count !== null && second.count !== null && first.count !== second.count) return null;
  // One record has nothing that could be moved on: past the end it comes again either way.
  if (first.items.length < 2) return null;
  const [start] = first.items;
  // Past the end there is nothing, or the last page comes again.
  if (second.items.length === 0 || second.items.some(({ id }) => id === start?.id)) return 'page';
  const known = new Set(first.items.map(({ id }) => id));
  const repeated = second.items.filter(({ id }) => known.has(id)).length;
  // Without counts, a few repeated records may be those that an insertion has pushed to the next page.
  const enough = first.count === null ? second.items.length / 2 : 1;
  return repeated >= enough ? 'record' : 'page';
}
