import { objectTypes, type Connection, type Followed, type NewMigration } from '@ridgeline/contracts';
import { AppError } from '@ridgeline/kit';
import { violatedConstraint, type Tx } from '@ridgeline/postgres';
import { migrationColumns, type MigrationRow } from '../migration-state/migration-row.postgres.ts';

/** What a new migration is made of. */
export interface MigrationDraft {
  readonly companyId: string;
  readonly userId: number;
  readonly connection: Connection;
  readonly wanted: NewMigration;
  /** The migration that it follows on; null for one of its own. */
  readonly follows: Followed | null;
}

/** The maximum number of queued migrations per company. */
const maxQueued = 1000;

/**
 * Throws `migration.too_many_queued` when the company has reached its limit of queued migrations. Concurrent transactions for
 * the same company wait for this one, so that the limit is exact.
 */
export async function requireRoom(tx: Tx, companyId: string): Promise<void> {
  await tx.query(`select pg_advisory_xact_lock(hashtextextended('ridgeline.queue.' || $1, 0))`, [companyId]);
  const { queued } = await tx.one<{ queued: number }>(
    `select count(*)::integer as queued from migrations where company_id = $1 and status = 'queued'`,
    [companyId],
  );
  if (queued >= maxQueued) throw new AppError('migration.too_many_queued');
}

/**
 * Stores a queued migration, with the tables that its records go to, and answers its number and its queue. Throws
 * `migration.undone_already` for an undo beside another one that is open or completed.
 */
export async function insertMigration(
  tx: Tx,
  draft: MigrationDraft,
): Promise<Pick<MigrationRow, 'id' | 'portal_queue'>> {
  const { companyId, userId, connection, wanted, follows } = draft;
  const type = objectTypes[wanted.migrationType];
  const made = await tx
    .one<Pick<MigrationRow, 'id' | 'portal_queue'>>(
      `insert into migrations
       (company_id, created_by, connection_id, connection_name, hubspot_portal_id, migration_type,
        batch_size, concurrency, delay_ms, kind, options, hubspot_object_ids,
        dry_run, follows, follows_as)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)
     returning id, portal_queue`,
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
        type.name,
        JSON.stringify(type.options.parse(wanted)),
        JSON.stringify(connection.hubspotObjectIds),
        wanted.dryRun,
        follows?.migrationId ?? null,
        follows?.as ?? null,
      ],
    )
    .catch((error: unknown) => {
      if (violatedConstraint(error) !== 'undone_once') throw error;
      throw new AppError('migration.undone_already', { cause: error });
    });
  await tx.query(`select make_record_block($1)`, [made.id]);
  return made;
}

/** Copies the dry run's chosen records, if it had any, to the run of its plan; returns how many. */
export async function copyChosen(tx: Tx, dryRunId: number, planRunId: number): Promise<number> {
  const { copied } = await tx.one<{ copied: number }>(
    `with stored as (
       insert into chosen_records (migration_id, position, company_id, source_id, corrections)
       select $2, position, company_id, source_id, corrections from chosen_records where migration_id = $1
       returning 1
     )
     select count(*)::integer as copied from stored`,
    [dryRunId, planRunId],
  );
  return copied;
}

/** Whether the plans of a migration are kept; old ones are deleted with its outcomes. */
export async function keepsPlans(tx: Tx, migrationId: number): Promise<boolean> {
  const { kept } = await tx.one<{ kept: boolean }>(
    `select exists (select from batches where migration_id = $1) as kept`,
    [migrationId],
  );
  return kept;
}

/** A connection by its id; for another company's connection no migrations are found. */
export interface ConnectionOfCompany {
  readonly companyId: string;
  readonly connectionId: number;
}

/**
 * The ids of a connection's migrations that run or wait; waiting ones come first, so that none starts when the others are
 * cancelled.
 */
export async function openOfConnection(
  tx: Tx,
  { companyId, connectionId }: ConnectionOfCompany,
): Promise<number[]> {
  // `is_open` is the predicate of the index of open migrations; it includes migrations that only wait to be closed.
  const open = await tx.query<{ id: number }>(
    `select id from migrations
     where is_open and status in ('queued', 'running') and company_id = $1 and connection_id = $2
     order by status = 'running', id desc`,
    [companyId, connectionId],
  );
  return open.map(({ id }) => id);
}

/** A migration of the company, by any number in a path (hence bigint); locked until the transaction ends if it will change. */
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

/** Cancels immediately. A lease stays, so that the batch in flight can be reported. */
export async function markCancelled(tx: Tx, id: number): Promise<void> {
  await tx.query(
    `update migrations set status = 'cancelled', completed_at = now(), last_activity_at = now(), waiting_for = null,
       paused_at = null
     where id = $1`,
    [id],
  );
}

/** Pauses: a worker that holds the run hands it back. A wait is reported again after the migration is resumed. */
export async function markPaused(tx: Tx, id: number): Promise<void> {
  await tx.query(
    `update migrations set paused_at = now(), last_activity_at = now(), waiting_for = null where id = $1`,
    [id],
  );
}

/** Resumes: its start may be commanded again. */
export async function markResumed(tx: Tx, id: number): Promise<void> {
  await tx.query(
    `update migrations set paused_at = null, last_activity_at = now(), commanded_at = null where id = $1`,
    [id],
  );
}

/** The number of migrations of all companies in each status, without dry runs; a status without migrations is left out. */
export async function countByStatus(tx: Tx): Promise<ReadonlyMap<string, number>> {
  const rows = await tx.query<{ status: string; count: number }>(
    `select status, count(*)::integer as count from migrations where not dry_run group by status`,
    [],
  );
  return new Map(rows.map(({ status, count }) => [status, count]));
}
