import type { Migration } from '@ridgeline/contracts';
import { outgoingEvent, topics } from '@ridgeline/events';
import { addToOutbox } from '@ridgeline/kafka';
import type { Tx } from '@ridgeline/postgres';
import { migrationColumns, toMigration, type MigrationRow } from '../migration/migration-row.ts';
import { newEnvelope } from './event-envelope.ts';

/**
 * Ends every visible change of a migration: its version grows by one, the change takes the next number of the
 * company's sequence, and `migration.update` goes to the outbox in the same transaction.
 *
 * The sequence's row stays locked until the commit, so that numbers are handed out in commit order and a reader that
 * saw number n has nothing below n to wait for. It is the last row that any transaction here locks: after it, no
 * other migration may be touched, else two transactions could wait for each other.
 */
export async function announceChange(tx: Tx, migrationId: number): Promise<Migration> {
  const row = await tx.one<MigrationRow & { readonly sequence: number }>(
    `with next as (
       insert into company_sequences as s (company_id, last_sequence)
       select company_id, 1 from migrations where id = $1
       on conflict (company_id) do update set last_sequence = s.last_sequence + 1
       returning last_sequence
     )
     update migrations set version = version + 1 from next where id = $1
     returning ${migrationColumns}, next.last_sequence as sequence`,
    [migrationId],
  );
  const migration = toMigration(row);
  await addToOutbox(
    tx,
    outgoingEvent(topics.migrationUpdate, {
      key: row.company_id,
      value: { sequence: BigInt(row.sequence), migrationJson: JSON.stringify(migration) },
      envelope: newEnvelope(row.company_id),
    }),
  );
  return migration;
}
