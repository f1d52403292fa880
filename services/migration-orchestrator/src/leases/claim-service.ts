import type { Claim, WorkerIdentity } from '@ridgeline/contracts/internal';
import { AppError } from '@ridgeline/kit';
import { violatedConstraint, type Database, type Tx } from '@ridgeline/postgres';
import { headOfLine } from '../commands/target-line.ts';
import { note } from '../logs/log-store.postgres.ts';
import { nextStatus } from '../migration/migration-status.ts';
import { lockMigration, type MigrationRow } from '../migration/migration-row.ts';
import { openAttempt } from '../processes/attempt-store.postgres.ts';
import { announceChange } from '../updates/announce-change.ts';
import { grantLease, startingPoint } from './claim-store.postgres.ts';

/** What a worker asks when it claims. */
export interface ClaimRequest {
  readonly migrationId: number;
  readonly attempt: number;
  readonly worker: WorkerIdentity;
}

/** Two connections' heads cannot clash, but two migrations of one connection can, for a moment: the indexes decide. */
const clashes = new Set(['one_running_per_target', 'one_holder_per_target']);

/**
 * Grants the lease on a run to exactly one worker. Throws `migration.not_found`, or `run.not_claimable` when the run is
 * held, has ended, is not the connection's next, or the claim speaks of another attempt.
 */
export async function claimRun(db: Database, leaseMs: number, request: ClaimRequest): Promise<Claim> {
  try {
    return await db.forSystem((tx) => claimInTransaction(tx, leaseMs, request));
  } catch (error) {
    if (clashes.has(violatedConstraint(error) ?? ''))
      throw new AppError('run.not_claimable', { cause: error });
    throw error;
  }
}

async function claimInTransaction(tx: Tx, leaseMs: number, request: ClaimRequest): Promise<Claim> {
  const { migrationId, attempt, worker } = request;
  const migration = await lockMigration(tx, migrationId);
  if (!migration) throw new AppError('migration.not_found');
  if (!(await isClaimable(tx, migration, attempt))) throw new AppError('run.not_claimable');

  const epoch = await grantLease(tx, migrationId, worker.processId, leaseMs);
  await openAttempt(tx, { migrationId, epoch }, worker);
  const start = await startingPoint(tx, migrationId);
  const how = start.nextBatch > 1 ? `Resumed after batch ${start.nextBatch - 1}` : 'Started';
  await note(tx, migrationId, 'info', how, { attempt, worker: worker.serverInstanceId });
  await announceChange(tx, migrationId);
  return { epoch, leaseMs, settings: settingsOf(migration), ...start };
}

async function isClaimable(tx: Tx, migration: MigrationRow, attempt: number): Promise<boolean> {
  if (!nextStatus(migration.status, 'claim') || migration.attempt !== attempt) return false;
  // There is no head while any run in the line is held, this one included.
  const head = await headOfLine(tx, migration.target_line);
  return head?.id === migration.id;
}

function settingsOf(migration: MigrationRow): Claim['settings'] {
  return {
    migrationId: migration.id,
    companyId: migration.company_id,
    connectionId: migration.connection_id,
    migrationType: migration.migration_type,
    batchSize: migration.batch_size,
    concurrency: migration.concurrency,
    delayMs: migration.delay_ms,
    includeNoEmailContacts: migration.include_no_email_contacts,
  };
}
