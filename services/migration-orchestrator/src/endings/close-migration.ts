import type { Tx } from '@ridgeline/postgres';
import { commandStart } from '../commands/start-command.ts';
import { note } from '../logs/log-store.postgres.ts';
import { endLease } from '../migration/lease-row.ts';
import type { MigrationRow } from '../migration/migration-row.ts';
import { endMigration, type Ending } from './end-migration.ts';

/** So long may a run that has ended wait for a worker that reads back what became of its unfinished batches. */
const closingMs = 30_000;

/** How a migration ends that no worker brings to its end. */
export type EndWithoutWorker = Pick<Ending, 'failureMessage'> & {
  readonly status: Exclude<Ending['status'], 'completed'>;
};

/**
 * Ends a migration whose row the caller has locked and that no worker holds any more. The status stands at once. Batches
 * that are planned and not counted may have been written: then a worker reads them back first, and the account is closed
 * and the portal's next migration started after that. The caller announces the change.
 */
export async function endWithoutWorker(
  tx: Tx,
  migration: MigrationRow,
  ending: EndWithoutWorker,
): Promise<void> {
  // First of all: a plan that is just being stored is waited for, so that it is seen.
  await endLease(tx, migration.id);
  if (await hasUnfinished(tx, migration.id)) await beginClosing(tx, migration, ending);
  else await endMigration(tx, migration, { ...ending, source: null });
}

async function beginClosing(
  tx: Tx,
  { id }: MigrationRow,
  { status, failureMessage }: EndWithoutWorker,
): Promise<void> {
  await tx.query(
    `update migrations
     set status = $2, failure_message = $3, completed_at = coalesce(completed_at, now()), last_activity_at = now(),
       waiting_for = null, not_before = null, attempt = attempt + 1,
       closing_until = clock_timestamp() + $4 * interval '1 millisecond'
     where id = $1`,
    [id, status, failureMessage, closingMs],
  );
  await commandStart(tx, id);
  await note(tx, id, 'info', 'A worker looks up in HubSpot what was written of the batches in flight');
}

/** The worker that reads back what was written stops before it is done: another one does so, under a new lease. */
export async function handOverClosing(tx: Tx, { id }: MigrationRow): Promise<void> {
  await endLease(tx, id);
  await tx.query(`update migrations set attempt = attempt + 1, last_activity_at = now() where id = $1`, [id]);
  await commandStart(tx, id);
}

/** Ends a migration though nobody tells what became of its unfinished batches: its account and its log say so. */
export async function endUnclosed(tx: Tx, migration: MigrationRow): Promise<void> {
  const { id, status, failure_message: failureMessage } = migration;
  const account = await endMigration(tx, migration, { status: endOf(status), source: null, failureMessage });
  const records = account.difference;
  if (records > 0)
    await note(tx, id, 'warning', `Nobody could confirm ${records} records; look them up in HubSpot`, {
      records,
    });
}

/** Ends a migration that waits to be closed, as soon as late reports have told of all its batches. */
export async function endIfCounted(tx: Tx, migration: MigrationRow): Promise<void> {
  const { held } = await tx.one<{ held: boolean }>(
    `select exists (select from leases where migration_id = $1) as held`,
    [migration.id],
  );
  if (!held && !(await hasUnfinished(tx, migration.id))) await endUnclosed(tx, migration);
}

const endOf = (status: MigrationRow['status']): EndWithoutWorker['status'] =>
  status === 'failed' ? 'failed' : 'cancelled';

async function hasUnfinished(tx: Tx, migrationId: number): Promise<boolean> {
  const { unfinished } = await tx.one<{ unfinished: boolean }>(
    `select exists (select from batches where migration_id = $1 and done_at is null) as unfinished`,
    [migrationId],
  );
  return unfinished;
}
