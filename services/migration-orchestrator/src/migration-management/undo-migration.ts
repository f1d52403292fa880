import { undoMigration, type Followed, type Migration } from '@ridgeline/contracts';
import { AppError, type Actor } from '@ridgeline/kit';
import type { Tx } from '@ridgeline/postgres';
import { createMigrationOnce, followedOn, type CreationParts } from './create-migration.ts';
import { copyChosen, findMigration } from './migration-store.postgres.ts';
import { toMigration, type MigrationRow } from '../migration-state/migration-row.postgres.ts';
import { hasEnded } from '../migration-state/migration-status.ts';
import { hasWritten, leadsToOtherPortal } from '../undo/written-records.postgres.ts';

/** An undo as a user asks for it. */
export interface UndoCreation {
  readonly by: Actor;
  /** The migration to undo. */
  readonly id: number;
  readonly dryRun: boolean;
  readonly idempotencyKey: string | null;
}

/**
 * Creates the undo of an ended migration, once for each idempotency key, with its connection, batch size and pace. The undo
 * of an undo runs the plan of the original migration again: records that now differ from that plan are skipped. Throws
 * what `followedOn` and `createMigrationOnce` do, and `migration.not_ended`, `migration.nothing_to_undo`, and
 * `migration.undone_already` while another undo of it is open or completed.
 */
export async function createUndoOnce(
  parts: CreationParts,
  { by, id, dryRun, idempotencyKey }: UndoCreation,
): Promise<Migration> {
  const { companyId } = by.user;
  const action = 'undo-created';
  const { undone, follows } = await followedOn(parts, { by, action, id }, (row, tx) =>
    undoable(tx, companyId, row),
  );
  return createMigrationOnce(parts, {
    by,
    endpoint: undoMigration,
    idempotencyKey,
    body: { id, dryRun },
    action,
    wanted: { ...undone, dryRun },
    follows,
    alsoStore: async (tx, migrationId) => {
      if (await leadsToOtherPortal(tx, migrationId)) throw new AppError('migration.nothing_to_undo');
      if (follows.as === 'plan') await copyChosen(tx, follows.migrationId, migrationId);
    },
  });
}

/** The migration that an undo takes its settings from, and the one that it follows on. */
interface Undoable {
  readonly undone: Migration;
  readonly follows: Followed;
}

/** A dry run cannot be undone; neither can a migration that wrote nothing, or whose plans were deleted. */
async function undoable(tx: Tx, companyId: string, row: MigrationRow): Promise<Undoable> {
  if (!hasEnded(row.status)) throw new AppError('migration.not_ended');
  if (row.dry_run || !(await hasWritten(tx, row.id))) throw new AppError('migration.nothing_to_undo');
  if (row.follows === null || row.follows_as !== 'undo')
    return { undone: toMigration(row), follows: { migrationId: row.id, as: 'undo' } };
  const planned = await findMigration(tx, { companyId, id: row.follows });
  if (!planned || !(await hasWritten(tx, planned.id))) throw new AppError('migration.nothing_to_undo');
  return { undone: toMigration(planned), follows: { migrationId: planned.id, as: 'plan' } };
}
