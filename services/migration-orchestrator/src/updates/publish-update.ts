import type { Migration } from '@ridgeline/contracts';
import { eventEnvelope, outgoingEvent, topics } from '@ridgeline/events';
import { addToOutbox } from '@ridgeline/kafka';
import type { Tx } from '@ridgeline/postgres';
import { toMigration } from '../migration-state/migration-row.postgres.ts';
import { numberChange } from './update-store.postgres.ts';

/**
 * Ends every visible change of a migration: its version grows by one, the change takes the next number of the
 * company's sequence, and `migration.update` goes to the outbox in the same transaction.
 *
 * The sequence's row is the last one that any transaction here locks: after it, no other migration may be touched, else
 * two transactions could wait for each other.
 */
export async function publishUpdate(tx: Tx, migrationId: number): Promise<Migration> {
  const row = await numberChange(tx, migrationId);
  const migration = toMigration(row);
  await addToOutbox(
    tx,
    outgoingEvent(topics.migrationUpdate, {
      key: row.company_id,
      value: { sequence: BigInt(row.sequence), migrationJson: JSON.stringify(migration) },
      envelope: eventEnvelope(row.company_id),
    }),
  );
  return migration;
}
