import type { Tx } from '@ridgeline/postgres';
import type { FencedRun } from '../migration-state/lease-row.postgres.ts';
import { countUnreportedBatches } from './planned-batches.postgres.ts';

/** Something that batches of one kind have, and that is paged by these batches. */
export interface PagedByBatches<Item> {
  readonly kind: string;
  /** The column of a batch that counts how much of it the batch has. */
  readonly countedIn: 'deferred_count' | 'reference_count';
  /** So many batches make a page. */
  readonly batchesPerPage: number;
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
  const { kind, countedIn, batchesPerPage } = paged;
  const rows = await tx.query<{ batch: number }>(
    `select batch from batches where migration_id = $1 and batch > $2 and kind = $3 and ${countedIn} > 0
     order by batch limit $4`,
    [run.id, after, kind, batchesPerPage],
  );
  const batches = rows.map(({ batch }) => batch);
  return {
    settled: true,
    items: batches.length === 0 ? [] : await paged.items(tx, run, batches),
    next: batches.length < batchesPerPage ? null : (batches.at(-1) ?? null),
  };
}
