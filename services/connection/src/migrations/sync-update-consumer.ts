import { topics, type ReceivedEvent } from '@ridgeline/events';
import { withLogContext } from '@ridgeline/kit';
import type { HandlerResult, Kafka, Subscription } from '@ridgeline/kafka';
import type { Database } from '@ridgeline/postgres';
import { setLastSync } from '../connections/connection-changes.postgres.ts';

/** Updates arrive several times a second; a time that is only slightly later is left to the next update. */
const stepMs = 5_000;

/**
 * Sets the last sync of a connection to the time up to which auto-sync has copied everything that was known. Repeated and
 * out-of-order events change nothing; neither does an event for a connection that was deleted or moved to another company
 * since.
 */
export async function noteSyncedUntil(
  db: Database,
  { value, envelope: { companyId } }: ReceivedEvent<typeof topics.syncUpdate.schema>,
): Promise<HandlerResult> {
  const { connectionId, upToDateAsOf } = value;
  if (upToDateAsOf === '') return { verdict: 'done' };
  const at = new Date(upToDateAsOf);
  if (Number.isNaN(at.getTime())) return { verdict: 'dead', kind: 'value', reason: 'It names no time' };
  const key = { companyId, connectionId };
  await withLogContext(key, () => db.forCompany(companyId, (tx) => setLastSync(tx, key, at, stepMs)));
  return { verdict: 'done' };
}

/** Consumes the updates of auto-sync. */
export function consumeSyncUpdates(kafka: Kafka, db: Database): Promise<Subscription> {
  return kafka.subscribe({
    topic: topics.syncUpdate,
    group: 'connection.sync-update',
    handler: (event) => noteSyncedUntil(db, event),
  });
}
