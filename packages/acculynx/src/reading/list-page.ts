/** An item of a list; its id is the same on all pages and in all passes. */
export interface Identified {
  readonly id: string;
}

/** One answer of a paged list (docs/vendors/acculynx.md, 3.1). A 416 counts as a page without a count and without items. */
export interface ListPage<R> {
  /** The source's own total, where it reports one. It may exceed the readable records by a few. */
  readonly count: number | null;
  /** The start index as the answer repeats it. */
  readonly startIndex: number | null;
  readonly items: readonly R[];
}

/** Fetches one page. The signal is aborted when the answer is no longer needed. */
export type FetchPage<R> = (startIndex: number, signal: AbortSignal) => Promise<ListPage<R>>;

/** What a start index counts: pages, or records. */
export type StartIndexMeaning = 'page' | 'record';

/** How a list is paged. */
export interface ListSpec<R = unknown> {
  readonly pageSize: number;
  /** Which records count as found in the list; default: all. */
  readonly isCounted?: (record: R) => boolean;
  /** `detect`: the first two pages decide (docs/vendors/acculynx.md, 3.2). */
  readonly startIndex: StartIndexMeaning | 'detect';
}

/**
 * What the start index counts, concluded from the answers to 0 and 1 (docs/vendors/acculynx.md, 3.2): records, if the
 * second answer is the first one shifted by one, so that most of it is known and the first record is gone. Null if the two
 * are inconclusive: the list shifted between them, or is too short to compare.
 */
export function startIndexMeaning(
  first: ListPage<Identified>,
  second: ListPage<Identified>,
): StartIndexMeaning | null {
  if (first.count !== null && second.count !== null && first.count !== second.count) return null;
  // A single record cannot show a shift: past the end it is repeated either way.
  if (first.items.length < 2) return null;
  const [start] = first.items;
  // Past the end, the answer is empty or repeats the last page.
  if (second.items.length === 0 || second.items.some(({ id }) => id === start?.id)) return 'page';
  const known = new Set(first.items.map(({ id }) => id));
  const repeated = second.items.filter(({ id }) => known.has(id)).length;
  // Without counts, a few repeated records may come from an insertion that pushed them to the next page.
  const enough = first.count === null ? second.items.length / 2 : 1;
  return repeated >= enough ? 'record' : 'page';
}
