/** Anything that a list holds. Its id names it in all pages and passes. */
export interface Identified {
  readonly id: string;
}

/** One answer of a paged list (vendors/acculynx.md, 3.1). A 416 is one without a count and without items. */
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
  /** `detect`: the first two pages decide (vendors/acculynx.md, 3.2). */
  readonly startIndex: StartIndexMeaning | 'detect';
}
