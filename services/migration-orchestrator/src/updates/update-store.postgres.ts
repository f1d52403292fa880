import type { Migration } from '@ridgeline/contracts';
import { outgoingEvent, topics, eventEnvelope } from '@ridgeline/events';
import { addToOutbox } from '@ridgeline/kafka';
import type { Tx } from '@ridgeline/postgres';
import {
  migrationColumns,
  toMigration,
  type MigrationRow,
} from '../migration-state/migration-row.postgres.ts';

/** A migration at its new version, and the number of the change in the company's sequence. */
type NumberedChange = MigrationRow & { readonly sequence: number };

/**
 * Raises the migration's version and takes the next number of the company's sequence. The sequence's row stays locked
 * until the commit, so that numbers are handed out in commit order and a reader that saw number n has nothing below n to
 * wait for. The migration's row is locked before it, here as in every transaction that changes one, and by a statement of its
 * own: what is read of other tables, such as whether a worker has a lease, must be as new as the row.
 */
async function numberChange(tx: Tx, migrationId: number): Promise<NumberedChange> {
  await tx.query('select from migrations where id = $1 for no key update', [migrationId]);
  return tx.one<NumberedChange>(
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
}

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
