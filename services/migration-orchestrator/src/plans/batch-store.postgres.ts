import type { Tx } from '@ridgeline/postgres';
import type { FencedRun } from '../migration-state/lease-row.postgres.ts';
import { migrationTables } from '../migration-state/run-tables.ts';

/** The number of the last batch that was planned; 0 when none was. */
export async function lastPlannedBatch(
  tx: Tx,
  runId: number,
  { batches, run } = migrationTables,
): Promise<number> {
  const { last } = await tx.one<{ last: number }>(
    `select coalesce(max(batch), 0) as last from ${batches} where ${run} = $1`,
    [runId],
  );
  return last;
}

/** How many records of one kind a run has planned, each counted once. */
export interface PlannedCount {
  readonly kind: string;
  readonly planned: number;
  /** Those of batches that were reported as executed. */
  readonly reported: number;
}

/** The number of planned records of each kind; kinds without any are left out. */
export function countPlannedRecords(tx: Tx, migrationId: number): Promise<PlannedCount[]> {
  return tx.query<PlannedCount>(
    `select kind, sum(record_count)::integer as planned,
       coalesce(sum(record_count) filter (where done_at is not null), 0)::integer as reported
     from batches where migration_id = $1 group by kind having sum(record_count) > 0 order by min(batch)`,
    [migrationId],
  );
}

/** The same for one kind. */
export function plannedOf(counts: readonly PlannedCount[], kind: string): Omit<PlannedCount, 'kind'> {
  return counts.find((count) => count.kind === kind) ?? { planned: 0, reported: 0 };
}

/** How many planned batches were not reported as executed. */
export async function countUnreportedBatches(
  tx: Tx,
  runId: number,
  { batches, run } = migrationTables,
): Promise<number> {
  const { count } = await tx.one<{ count: number }>(
    `select count(*)::integer as count from ${batches} where ${run} = $1 and done_at is null`,
    [runId],
  );
  return count;
}

/** How many records of a kind are planned by another migration but not by this one; each is looked up by its full key. */
export async function countUnplannedOf(
  tx: Tx,
  { id, kind, planOf }: { readonly id: number; readonly kind: string; readonly planOf: number },
): Promise<number> {
  const { count } = await tx.one<{ count: number }>(
    `select count(*)::integer as count from planned_records p
     where p.migration_id = $1 and p.kind = $2 and not exists (
       select from planned_records o where o.migration_id = $3 and o.source_id = p.source_id and o.kind = $2)`,
    [planOf, kind, id],
  );
  return count;
}

/** Items that belong to batches of one kind, and that are paged by batch. */
export interface PagedByBatches<Item> {
  readonly kind: string;
  /** The column that counts a batch's items. */
  readonly countedIn: 'record_count' | 'deferred_count' | 'reference_count';
  /** Batches per page. */
  readonly batchesPerPage: number;
  /** The items of these batches. */
  items(tx: Tx, run: FencedRun, batches: readonly number[]): Promise<Item[]>;
}

/** A page of items; empty as long as a planned batch is not counted, because not all outcomes are known before that. */
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
  const { tables } = run;
  if ((await countUnreportedBatches(tx, run.id, tables)) > 0)
    return { settled: false, items: [], next: null };
  const { kind, countedIn, batchesPerPage } = paged;
  const rows = await tx.query<{ batch: number }>(
    `select batch from ${tables.batches} where ${tables.run} = $1 and batch > $2 and kind = $3 and ${countedIn} > 0
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
