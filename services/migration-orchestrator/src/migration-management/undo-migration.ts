import { undoMigration, type Migration } from '@ridgeline/contracts';
import { auditRefusals } from '@ridgeline/events';
import { outboxWriter } from '@ridgeline/kafka';
import { AppError, type Actor } from '@ridgeline/kit';
import type { Database } from '@ridgeline/postgres';
import type { ConnectionLookup } from './connection-lookup.ts';
import { createMigrationOnce } from './create-migration.ts';
import { findMigration } from './migration-store.postgres.ts';
import { toMigration } from '../migration-state/migration-row.postgres.ts';
import { hasEnded } from '../migration-state/migration-status.ts';
import { hasWritten, leadsToOtherPortal } from '../undo/written-records.postgres.ts';

/** An undo as a user asks for it. */
export interface UndoCreation {
  readonly by: Actor;
  /** The migration that is to be undone. */
  readonly id: number;
  readonly dryRun: boolean;
  readonly idempotencyKey: string | null;
}

/**
 * Creates the undo of an ended migration, once for each idempotency key, with its connection, its batches and its pace. Throws what
 * `createMigrationOnce` does, and `migration.not_found`, `migration.not_ended`, `migration.nothing_to_undo`, and
 * `migration.undone_already` while another undo of it is open or completed. A refusal stands in the audit trail.
 */
export async function createUndoOnce(
  parts: { readonly db: Database; readonly findConnection: ConnectionLookup },
  { by, id, dryRun, idempotencyKey }: UndoCreation,
): Promise<Migration> {
  const { db } = parts;
  const action = 'undo-created';
  const undone = await auditRefusals(outboxWriter(db), { action, by, what: `#${String(id)}` }, () =>
    undoable(db, by.user.companyId, id),
  );
  return createMigrationOnce(parts, {
    by,
    endpoint: undoMigration,
    idempotencyKey,
    body: { id, dryRun },
    action,
    wanted: { ...undone, dryRun },
    follows: { migrationId: id, as: 'undo' },
    alsoStore: async (tx, migrationId) => {
      if (await leadsToOtherPortal(tx, migrationId)) throw new AppError('migration.nothing_to_undo');
    },
  });
}

/** The migration that can be undone: a dry run and an undo cannot, nor can one whose plans are not kept any more. */
function undoable(db: Database, companyId: string, id: number): Promise<Migration> {
  return db.forCompany(companyId, async (tx) => {
    const row = await findMigration(tx, { companyId, id });
    if (!row) throw new AppError('migration.not_found');
    if (!hasEnded(row.status)) throw new AppError('migration.not_ended');
    if (row.dry_run || row.follows_as === 'undo' || !(await hasWritten(tx, id)))
      throw new AppError('migration.nothing_to_undo');
    return toMigration(row);
  });
}
