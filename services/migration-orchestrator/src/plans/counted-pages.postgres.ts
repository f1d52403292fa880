import type { Tx } from '@ridgeline/postgres';
import type { FencedRun } from '../migration-state/lease-row.postgres.ts';
import { countUnreportedBatches } from './planned-batches.postgres.ts';

/** Something that is paged by the batches of a run. */
export interface PagedByBatches<Item> {
  /** So many batches make a page. */
  readonly batchesPerPage: number;
  /** The numbers of the next batches behind `after` that have some of it, in order, `limit` at most. */
  batches(tx: Tx, run: FencedRun, after: number, limit: number): Promise<readonly number[]>;
  /** What these batches have of it. */
  items(tx: Tx, run: FencedRun, batches: readonly number[]): Promise<Item[]>;
}

/** A page of it; without items as long as a planned batch is not counted: before that nobody knows what came of all. */
export interface CountedPage<Item> {
  readonly settled: boolean;
  readonly items: Item[];
  /** The `after` of the next page; null on the last one. */
  readonly next: number | null;
}

/** The page behind batch `after`; 0 for the first one. */
export async function countedPage<Item>(
  tx: Tx,
  run: FencedRun,
  paged: PagedByBatches<Item>,
  after: number,
): Promise<CountedPage<Item>> {
  if ((await countUnreportedBatches(tx, run.id)) > 0) return { settled: false, items: [], next: null };
  const numbers = await paged.batches(tx, run, after, paged.batchesPerPage);
  return {
    settled: true,
    items: numbers.length === 0 ? [] : await paged.items(tx, run, numbers),
    next: numbers.length < paged.batchesPerPage ? null : (numbers.at(-1) ?? null),
  };
}
