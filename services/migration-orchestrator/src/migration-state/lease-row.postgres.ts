import type { FollowingWay, MigrationType } from '@ridgeline/contracts';
import { AppError } from '@ridgeline/kit';
import type { Tx } from '@ridgeline/postgres';
import { migrationTables, type RunTables } from './run-tables.ts';

/** A lease as its worker knows it: the epoch is its fencing number. */
export interface HeldRun {
  readonly migrationId: number;
  readonly epoch: number;
}

/** The run that a worker may query and write: a migration's, or a round of auto-sync. */
export interface FencedRun {
  readonly tables: RunTables;
  readonly id: number;
  readonly company_id: string;
  readonly migration_type: MigrationType;
  readonly hubspot_portal_id: string | null;
  /** Names the portal that it writes to. */
  readonly portal_queue: string;
}

/** A migration's run. */
export interface FencedMigration extends FencedRun {
  readonly connection_id: number;
  /** When its first lease was granted. */
  readonly started_at: Date;
  readonly dry_run: boolean;
  /** The migration that it follows on, and how; null for one of its own. */
  readonly follows: number | null;
  readonly follows_as: FollowingWay | null;
}

interface LeasedRun extends Omit<FencedMigration, 'tables'> {
  readonly status: string;
}

/**
 * Lets only the holder of the lease continue. For a write the lease's row is kept in key share mode to the end of the
 * transaction: no one takes the run away in between, and a renewal does not wait for it. A lease counts as held as long
 * as its row is there: no other worker can have the run, even when it is late. Throws `run.cancelled` or `run.lease_lost`.
 */
export async function fenceRun(
  tx: Tx,
  { migrationId, epoch }: HeldRun,
  use: 'read' | 'write',
): Promise<FencedMigration> {
  const lease = [migrationId, epoch];
  if (use === 'write')
    await tx.query(`select 1 from leases where migration_id = $1 and epoch = $2 for key share`, lease);
  // A separate statement, so that it sees what was committed while the previous one waited, in particular a cancellation.
  const run = await tx.maybeOne<LeasedRun>(
    `select m.id, m.company_id, m.migration_type, m.hubspot_portal_id, m.portal_queue, m.connection_id,
       m.started_at, m.status, m.dry_run, m.follows, m.follows_as
     from leases l join migrations m on m.id = l.migration_id where l.migration_id = $1 and l.epoch = $2`,
    lease,
  );
  if (!run) throw new AppError(await whyNotHeld(tx, migrationId, epoch));
  if (run.status === 'cancelled') throw new AppError('run.cancelled');
  if (run.status !== 'running') throw new AppError('run.lease_lost');
  return { ...run, tables: migrationTables };
}

/** If a cancellation ended the run's last lease, for its worker the run counts as cancelled, not lost. */
async function whyNotHeld(
  tx: Tx,
  migrationId: number,
  epoch: number,
): Promise<'run.cancelled' | 'run.lease_lost'> {
  const run = await tx.maybeOne(
    `select from migrations where id = $1 and epoch = $2 and status = 'cancelled'`,
    [migrationId, epoch],
  );
  return run ? 'run.cancelled' : 'run.lease_lost';
}

/**
 * Whether any worker holds the run. Waits for the run's writes in progress; later ones see the effects of the caller's
 * transaction.
 */
export async function isHeld(tx: Tx, migrationId: number): Promise<boolean> {
  return (
    (await tx.query(`select 1 from leases where migration_id = $1 for update`, [migrationId])).length > 0
  );
}

/** Ends the lease, whichever worker holds it; waits for the run's writes in progress. */
export async function endLease(tx: Tx, migrationId: number): Promise<void> {
  await tx.query(`delete from leases where migration_id = $1`, [migrationId]);
}
