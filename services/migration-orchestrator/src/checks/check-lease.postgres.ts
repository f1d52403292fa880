import type { SweepOrder, WorkerIdentity } from '@ridgeline/contracts/internal';
import { AppError } from '@ridgeline/kit';
import type { Tx } from '@ridgeline/postgres';
import { z } from 'zod';

/** A check as its worker knows it. */
export interface HeldCheck {
  readonly checkId: number;
  readonly epoch: number;
}

/**
 * The position of a check. Records come before associations. Each part is read either as a sample, in an order derived from
 * the migration's id, or as a whole, by kind and batch.
 */
export const checkPlaceSchema = z.object({
  part: z.enum(['records', 'associations']),
  /** For a sample: the key of its last record, and how many are left. */
  after: z.string(),
  left: z.int().nonnegative(),
  /** For a whole part: the current kind, and the batch before which the page begins; null: from its last batch on. */
  kind: z.string().nullable(),
  before: z.int().nullable(),
});
export type CheckPlace = z.infer<typeof checkPlaceSchema>;

/** A check that is held. */
export interface FencedCheck {
  readonly id: number;
  readonly migration_id: number;
  readonly company_id: string;
  readonly connection_id: number;
  readonly whole: boolean;
  readonly total: number | null;
  /** Null before the first page and after the last one. */
  readonly cursor: CheckPlace | null;
}

interface ClaimedRow {
  readonly epoch: number;
  readonly claimed_at: Date;
  readonly created_at: Date;
  readonly connection_id: number;
  readonly company_id: string;
  readonly portal_id: string | null;
  readonly migration_type: SweepOrder['migrationType'];
}

/** Grants the lease on a check under a new epoch; undefined if this is not a check, is held, or has ended. */
export async function claimCheck(tx: Tx, checkId: number, { processId }: WorkerIdentity, leaseMs: number) {
  const row = await tx.maybeOne<ClaimedRow>(
    `update migration_checks set epoch = epoch + 1, holder = $2, started_at = coalesce(started_at, clock_timestamp()),
       lease_until = clock_timestamp() + $3 * interval '1 millisecond'
     where id = $1::bigint and holder is null and due_at <= clock_timestamp()
     returning epoch, clock_timestamp() as claimed_at, created_at, connection_id, company_id, portal_id,
       (select m.migration_type from migrations m where m.id = migration_id) as migration_type`,
    [checkId, processId, leaseMs],
  );
  if (!row) return undefined;
  const sweep: SweepOrder = {
    connectionId: row.connection_id,
    companyId: row.company_id,
    migrationType: row.migration_type,
    pass: 'written',
    since: row.created_at.toISOString(),
    after: row.created_at.toISOString(),
    cursor: null,
    portalId: row.portal_id,
  };
  return { epoch: row.epoch, leaseMs, claimedAt: row.claimed_at.toISOString(), sweep };
}

/** Lets only the holder continue, until the transaction ends. Throws `run.lease_lost`. */
export async function fenceCheck(tx: Tx, { checkId, epoch }: HeldCheck): Promise<FencedCheck> {
  const row = await tx.maybeOne<Omit<FencedCheck, 'cursor'> & { readonly cursor: unknown }>(
    `select id, migration_id, company_id, connection_id, whole, total, cursor from migration_checks
     where id = $1::bigint and epoch = $2 and holder is not null for no key update`,
    [checkId, epoch],
  );
  if (!row) throw new AppError('run.lease_lost');
  return { ...row, cursor: checkPlaceSchema.nullable().parse(row.cursor) };
}

/** Stores where a check begins, and how many records and associations it covers. */
export async function beginCheck(
  tx: Tx,
  check: number,
  { total, place }: { readonly total: number; readonly place: CheckPlace },
): Promise<void> {
  await tx.query(`update migration_checks set total = $2, cursor = $3::json where id = $1`, [
    check,
    total,
    JSON.stringify(place),
  ]);
}

const ended = `ended_at = clock_timestamp(), due_at = null, holder = null, lease_until = null`;

/** Ends a check; with a problem, it has failed. Throws `run.lease_lost`. */
export async function endCheck(tx: Tx, { checkId, epoch }: HeldCheck, problem: string | null): Promise<void> {
  const done = await tx.query(
    `update migration_checks set ${ended}, failed = $3::text is not null, problem = $3
     where id = $1::bigint and epoch = $2 and holder is not null returning 1`,
    [checkId, epoch, problem],
  );
  if (done.length === 0) throw new AppError('run.lease_lost');
}

/** Records why a check that was handed back is waiting; does nothing if the sweep is not a check. */
export async function noteCheckWaits(tx: Tx, checkId: number, reason: string): Promise<void> {
  await tx.query(`update migration_checks set problem = $2 where id = $1::bigint and ended_at is null`, [
    checkId,
    reason,
  ]);
}

/** A check without progress for this long has failed. */
const maxIdle = `interval '6 hours'`;

/** Ends checks that made no progress for too long, because a vendor is unavailable or workers keep crashing. */
export async function failIdleChecks(tx: Tx): Promise<void> {
  await tx.query(
    `update migration_checks set ${ended}, failed = true,
       problem = coalesce(problem, 'No worker could read the records back for 6 hours.')
     where id in (select id from migration_checks where ended_at is null and moved_at < clock_timestamp() - ${maxIdle}
       for no key update skip locked)`,
  );
}
