import type { KnownRecord, RecordEvent } from '@ridgeline/contracts';
import type { Tx } from '@ridgeline/postgres';
import { eventsOf } from './record-life-store.postgres.ts';

/** What became of a record, newest first, with each value before and after. */
export async function lifeOf(tx: Tx, companyId: string, record: KnownRecord): Promise<RecordEvent[]> {
  const events = await eventsOf(tx, companyId, record);
  return events.map(({ at, changes, ...event }) => ({
    ...omitBatch(event),
    at: at.toISOString(),
    changes: changes.map((change) => ({ ...change, label: change.property })),
  }));
}
