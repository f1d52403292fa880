import { rowPages } from '@ridgeline/kit';
import type { LongReads } from '../long-reads/long-reads.ts';
import { withPlans, type PlacedRecord } from './record-changes.ts';
import { isFiltered, recordPage, type RecordPage, type RecordRow } from './record-page.postgres.ts';

/** Records of an export as they are read. */
export type RecordPages = AsyncIterable<readonly PlacedRecord[]>;

/** Records whose plans are read per query. */
const planLimit = 500;

/** A filtered query costs the same for any number of records, so each one finds this many. */
const foundAtOnce = 20 * planLimit;

/** All matching records of a kind, each with its values before and after, read as the client consumes them. */
export async function* exportedRecords(
  reads: LongReads,
  companyId: string,
  wanted: Omit<RecordPage, 'after' | 'limit'>,
): AsyncGenerator<readonly PlacedRecord[]> {
  const limit = isFiltered(wanted) ? foundAtOnce : planLimit;
  const found = rowPages<RecordRow>(limit, (last) =>
    reads.goOn(companyId, (tx) => recordPage(tx, { ...wanted, after: last ?? null, limit })),
  );
  for await (const rows of found)
    for (let start = 0; start < rows.length; start += planLimit) {
      const some = rows.slice(start, start + planLimit);
      yield await reads.goOn(companyId, (tx) => withPlans(tx, wanted, some));
    }
}
