import { topics, type ReceivedEvent } from '@ridgeline/events';
import { withLogContext } from '@ridgeline/kit';
import type { HandlerResult, Kafka, Subscription } from '@ridgeline/kafka';
import type { Database } from '@ridgeline/postgres';
import { setLastSync } from '../connections/connection-changes.postgres.ts';

/** Updates come several times a second; a moment that is only a little later is left to the next one. */
const stepMs = 5_000;

/**
 * Notes until when auto-sync has copied all that was known of a connection: until then it is synced. The same event twice, or an
 * older one after a newer one, changes nothing; nor does one of a connection that was deleted or moved to another company since.
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

/** Follows the updates of auto-sync. */
export function consumeSyncUpdates(kafka: Kafka, db: Database): Promise<Subscription> {
  return kafka.subscribe({
    topic: topics.syncUpdate,
    group: 'connection.sync-update',
    handler: (event) => noteSyncedUntil(db, event),
  });
}
