import { propertyLabel, type KnownRecord, type RecordEvent } from '@ridgeline/contracts';
import type { Tx } from '@ridgeline/postgres';
import { changesOf } from '../plans/planned-changes.ts';
import { eventsOf, plansOf } from './record-life-store.postgres.ts';

/** What became of a record, newest first, with each value before and after, as auto-sync noted or a migration planned it. */
export async function lifeOf(tx: Tx, companyId: string, record: KnownRecord): Promise<RecordEvent[]> {
  const events = await eventsOf(tx, companyId, record);
  const places = events.flatMap(({ migrationId, batch, outcome }) =>
    migrationId !== null && batch !== null && isWritten(outcome) ? [{ migrationId, batch }] : [],
  );
  const plans = await plansOf(tx, record, places);
  return events.map(({ at, batch, ...event }) => {
    const plan = batch === null ? undefined : plans.get(event.migrationId ?? 0);
    const changes = plan ? changesOf(plan) : event.changes;
    return {
      ...event,
      at: at.toISOString(),
      changes: changes.map((change) => ({ ...change, label: propertyLabel(record.kind, change.property) })),
    };
  });
}

const isWritten = (outcome: RecordEvent['outcome']): boolean =>
  outcome === 'created' || outcome === 'updated';
