import type { MigrationCheck } from '@ridgeline/contracts';
import { auditEvent } from '@ridgeline/events';
import { addToOutbox } from '@ridgeline/kafka';
import { AppError, type Actor } from '@ridgeline/kit';
import type { Tx } from '@ridgeline/postgres';
import { hasEnded } from '../migration-state/migration-status.ts';
import { hasWritten } from '../undo/written-records.postgres.ts';
import { countOf, partOf, writtenKinds } from './checked-records.postgres.ts';
import { openCheck, requireChecked, type CheckedMigration } from './check-store.postgres.ts';

/**
 * Whether a migration's writes can be read back. A dry run wrote nothing. An undo's plans are no usable reference: it inverts
 * the plans of another migration, and removes records. Otherwise the plans must still be kept.
 */
async function isCheckable(tx: Tx, { id, dry_run, follows_as }: CheckedMigration): Promise<boolean> {
  return !dry_run && follows_as !== 'undo' && (await hasWritten(tx, id));
}

/** Opens the check of a sample when a migration ends that wrote something; not when it failed. */
export async function checkAtEnd(tx: Tx, migration: CheckedMigration): Promise<void> {
  if (migration.status === 'failed' || !(await isCheckable(tx, migration))) return;
  await openCheck(tx, { migration, whole: false, askedBy: null });
}

/** How many records of a migration can be read back, not counting associations. */
export const checkableRecords = async (tx: Tx, migration: CheckedMigration): Promise<number> =>
  hasEnded(migration.status) && (await isCheckable(tx, migration))
    ? countOf(partOf(await writtenKinds(tx, migration.id), 'records'))
    : 0;

/**
 * Opens a check at a user's request. Throws `migration.not_found`, `migration.not_ended`, `migration.nothing_to_check`, and
 * `migration.check_open` while another check is open.
 */
export async function startCheckFor(
  tx: Tx,
  { user, origin }: Actor,
  { id, whole }: { readonly id: number; readonly whole: boolean },
): Promise<MigrationCheck> {
  const migration = await requireChecked(tx, user.companyId, id);
  if (!hasEnded(migration.status)) throw new AppError('migration.not_ended');
  if (!(await isCheckable(tx, migration))) throw new AppError('migration.nothing_to_check');
  const check = await openCheck(tx, { migration, whole, askedBy: user.userId });
  if (!check) throw new AppError('migration.check_open');
  const detail = `#${String(id)}: ${whole ? 'all records' : 'a sample'}`;
  await addToOutbox(
    tx,
    auditEvent({ by: user, origin, action: 'migration-checked', result: 'done', detail }),
  );
  return check;
}
