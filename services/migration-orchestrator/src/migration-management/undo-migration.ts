import { undoMigration, type Migration } from '@ridgeline/contracts';
import { AppError, type Actor } from '@ridgeline/kit';
import type { Tx } from '@ridgeline/postgres';
import { createMigrationOnce, followedOn, type CreationParts } from './create-migration.ts';
import { toMigration, type MigrationRow } from '../migration-state/migration-row.postgres.ts';
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
 * Creates the undo of an ended migration, once for each idempotency key, with its connection, its batches and its pace. Throws
 * what `followedOn` and `createMigrationOnce` do, and `migration.not_ended`, `migration.nothing_to_undo`, and
 * `migration.undone_already` while another undo of it is open or completed.
 */
export async function createUndoOnce(
  parts: CreationParts,
  { by, id, dryRun, idempotencyKey }: UndoCreation,
): Promise<Migration> {
  const action = 'undo-created';
  const undone = await followedOn(parts, { by, action, id }, undoable);
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
async function undoable(row: MigrationRow, tx: Tx): Promise<Migration> {
  if (!hasEnded(row.status)) throw new AppError('migration.not_ended');
  if (row.dry_run || row.follows_as === 'undo' || !(await hasWritten(tx, row.id)))
    throw new AppError('migration.nothing_to_undo');
  return toMigration(row);
}
