import { propertyLabel, type KnownRecord, type RecordEvent, type ValueChange } from '@ridgeline/contracts';
import type { Tx } from '@ridgeline/postgres';
import { recordsInPlans } from '../plans/records-in-plans.postgres.ts';
import { changesOf } from '../record-changes/record-changes.ts';
import { eventsOf, type StoredEvent } from './record-life-store.postgres.ts';

/** The history of a record, newest first, with each value before and after. */
export async function lifeOf(tx: Tx, companyId: string, record: KnownRecord): Promise<RecordEvent[]> {
  const events: RecordEvent[] = [];
  for (const stored of await eventsOf(tx, companyId, record)) {
    const changes = await changesIn(tx, stored);
    const { at, ...event } = stored;
    events.push({ ...event, at: at.toISOString(), changes });
  }
  return events;
}

/** As auto-sync stored them, or as a migration planned them. */
async function changesIn(
  tx: Tx,
  { migrationId, kind, sourceId, outcome, changes }: StoredEvent,
): Promise<ValueChange[]> {
  if (migrationId === null)
    return changes.map((change) => ({ ...change, label: propertyLabel(kind, change.property) }));
  if (outcome !== 'created' && outcome !== 'updated') return [];
  return changesOf(kind, await recordsInPlans(tx, { migrationId, kind, sourceIds: [sourceId] }));
}
