import type { PlannedNew } from '@ridgeline/contracts/internal';
import { isCreate } from '@ridgeline/contracts/internal';
import type { PagedByBatches } from './batch-store.postgres.ts';
import { readRecords, type StoredRecord } from './plan-revision.ts';

/** The records of a kind that a run plans to create, according to the plans in force. */
export const plannedNewOf = (kind: string): PagedByBatches<PlannedNew> => ({
  kind,
  countedIn: 'record_count',
  // A page holds at most a thousand records.
  batchesPerPage: 10,
  async items(tx, { id, tables }, batches) {
    const plans = await tx.query<{ records: StoredRecord[] }>(
      `select records from ${tables.batches} where ${tables.run} = $1 and batch = any ($2::integer[]) order by batch`,
      [id, batches],
    );
    return plans.flatMap(({ records }) =>
      readRecords(records)
        .filter(isCreate)
        .map(({ sourceId, name, properties }) => ({ sourceId, name, properties })),
    );
  },
});
