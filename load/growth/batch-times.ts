import type { Migration } from '@ridgeline/contracts';
import type { Database } from '@ridgeline/postgres';

/** When a batch was counted, and how many records it holds. */
export interface CountedBatch {
  readonly records: number;
  /** ms since 1970. */
  readonly countedAt: number;
}

/** A migration's batches in the order in which they were counted, without those that only move emails. */
export function batchTimes(db: Database, migrationId: number): Promise<CountedBatch[]> {
  return db.forSystem((tx) =>
    tx.query<CountedBatch>(
      `select record_count as records, (extract(epoch from done_at) * 1000)::float8 as "countedAt"
       from migration.batches where migration_id = $1 and record_count > 0 and done_at is not null order by done_at`,
      [migrationId],
    ),
  );
}

/** Records per second of the first tenth of the batches and of the last one. */
export function tenths(batches: readonly CountedBatch[]): { readonly first: number; readonly last: number } {
  const size = Math.floor(batches.length / 10);
  return { first: perSecond(batches.slice(0, size)), last: perSecond(batches.slice(-size)) };
}

/** The first batch only marks when counting began. */
function perSecond([first, ...batches]: readonly CountedBatch[]): number {
  const last = batches.at(-1);
  if (!first || !last) return NaN;
  const records = batches.reduce((sum, batch) => sum + batch.records, 0);
  return (records * 1_000) / (last.countedAt - first.countedAt);
}

/** How long a migration took to end after its last record was counted. */
export function secondsToEnd(batches: readonly CountedBatch[], { completedAt }: Migration): number {
  const last = batches.at(-1);
  if (completedAt === null || !last) return NaN;
  return (Date.parse(completedAt) - last.countedAt) / 1_000;
}
