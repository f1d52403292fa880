import type { Connection, NewMigration } from '@ridgeline/contracts';
import type { Tx } from '@ridgeline/postgres';
import { migrationColumns, type MigrationRow } from '../migration/migration-row.ts';

/** How many migrations a list shows at most; older ones are still found by their number. */
const listLimit = 1000;

/** What a new migration is made of. */
export interface MigrationDraft {
  readonly companyId: string;
  readonly userId: number;
  readonly connection: Connection;
  readonly wanted: NewMigration;
}

/** Stores a queued migration and answers its number and the line in which it waits. */
export function insertMigration(
  tx: Tx,
  draft: MigrationDraft,
): Promise<Pick<MigrationRow, 'id' | 'target_line'>> {
  const { companyId, userId, connection, wanted } = draft;
  return tx.one(
    `insert into migrations
       (company_id, created_by, connection_id, connection_name, hubspot_portal_id, migration_type,
        batch_size, concurrency, delay_ms, include_no_email_contacts, enumerative_error_strategy)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
     returning id, target_line`,
    [
      companyId,
      userId,
      connection.id,
      connection.name,
      connection.hubSpotPortalId,
      wanted.migrationType,
      wanted.batchSize,
      wanted.concurrency,
      wanted.delayMs,
      wanted.includeNoEmailContacts,
      wanted.enumerativeErrorStrategy,
    ],
  );
}

/** The company's migrations, newest first. */
export function listMigrations(tx: Tx, companyId: string): Promise<MigrationRow[]> {
  return tx.query<MigrationRow>(
    `select ${migrationColumns} from migrations where company_id = $1 order by id desc limit $2`,
    [companyId, listLimit],
  );
}

/** One migration of the company, by any number that a path may hold (hence bigint); held to the end of the transaction when it is going to be changed. */
export function findMigration(
  tx: Tx,
  { companyId, id, lock = false }: { companyId: string; id: number; lock?: boolean },
): Promise<MigrationRow | undefined> {
  return tx.maybeOne<MigrationRow>(
    `select ${migrationColumns} from migrations where company_id = $1 and id = $2::bigint
     ${lock ? 'for no key update' : ''}`,
    [companyId, id],
  );
}

/** Cancels at once. A lease stays where it is, so that the batch in flight can be reported. */
export async function markCancelled(tx: Tx, id: number): Promise<void> {
  await tx.query(
    `update migrations set status = 'cancelled', completed_at = now(), last_activity_at = now(), waiting_for = null
     where id = $1`,
    [id],
  );
}
