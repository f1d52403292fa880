import { migrationSchema, type Migration } from '@ridgeline/contracts';
import { topics, type ReceivedEvent } from '@ridgeline/events';
import { withLogContext } from '@ridgeline/kit';
import type { HandlerResult, Kafka, Subscription } from '@ridgeline/kafka';
import type { Database } from '@ridgeline/postgres';
import { setLastSync } from '../connections/connection-changes.postgres.ts';

/** The fields that are read of an update. The orchestrator may be of another version, so no other field is relied on. */
const endSchema = migrationSchema.pick({
  connectionId: true,
  status: true,
  completedAt: true,
  dryRun: true,
});

type End = Pick<Migration, 'connectionId' | 'status' | 'completedAt' | 'dryRun'>;

function readEnd(json: string): End | null {
  try {
    return endSchema.safeParse(JSON.parse(json)).data ?? null;
  } catch {
    return null;
  }
}

/**
 * Sets a connection's last sync to the completion of its last migration. Repeated and out-of-order events change nothing;
 * neither does a dry run, or an event for a connection that was deleted or moved to another company since.
 */
export async function noteCompletedMigration(
  db: Database,
  { value, envelope: { companyId } }: ReceivedEvent<typeof topics.migrationUpdate.schema>,
): Promise<HandlerResult> {
  const end = readEnd(value.migrationJson);
  if (!end) return { verdict: 'dead', kind: 'value', reason: 'It is no update of a migration' };
  const { connectionId, status, completedAt, dryRun } = end;
  if (dryRun || status !== 'completed' || completedAt === null) return { verdict: 'done' };
  const key = { companyId, connectionId };
  await withLogContext(key, () =>
    db.forCompany(companyId, (tx) => setLastSync(tx, key, new Date(completedAt))),
  );
  return { verdict: 'done' };
}

/** Consumes the updates of migrations. */
export function consumeMigrationUpdates(kafka: Kafka, db: Database): Promise<Subscription> {
  return kafka.subscribe({
    topic: topics.migrationUpdate,
    group: 'connection.migration-update',
    handler: (event) => noteCompletedMigration(db, event),
  });
}
