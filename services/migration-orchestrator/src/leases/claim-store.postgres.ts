import { objectTypes } from '@ridgeline/contracts';
import type { BatchPlan, Claim, Cursor } from '@ridgeline/contracts/internal';
import type { Tx } from '@ridgeline/postgres';
import type { MigrationRow } from '../migration-state/migration-row.postgres.ts';
import { countPlannedRecords, plannedOf } from '../plans/batch-store.postgres.ts';
import { readRecords, type StoredRecord } from '../plans/plan-revision.ts';

/**
 * Gives the lease to a worker process, by the database's clock, under a new epoch. A run that is only to be closed keeps
 * its status. The caller holds the migration's row and has checked that the run may be claimed.
 */
export async function grantLease(
  tx: Tx,
  migration: Pick<MigrationRow, 'id' | 'company_id' | 'portal_queue'>,
  processId: string,
  leaseMs: number,
): Promise<number> {
  const { epoch } = await tx.one<{ epoch: number }>(
    `update migrations
     set status = case when closing_until is null then 'running' else status end, epoch = epoch + 1,
       started_at = coalesce(started_at, now()), last_activity_at = now(), waiting_for = null, not_before = null,
       resumed_at = case when closing_until is null and interrupted_at > coalesce(resumed_at, '-infinity') then now()
         else resumed_at end
     where id = $1
     returning epoch`,
    [migration.id],
  );
  await tx.query(
    `insert into leases (migration_id, company_id, portal_queue, epoch, holder, lease_until)
     values ($1, $2, $3, $4, $5, clock_timestamp() + $6 * interval '1 millisecond')`,
    [migration.id, migration.company_id, migration.portal_queue, epoch, processId, leaseMs],
  );
  return epoch;
}

/**
 * Whether no known run has written to the portal: there is no link to it, and no worker has ever claimed a migration that
 * writes to it.
 */
export async function isNewPortal(
  tx: Tx,
  { company_id, hubspot_portal_id, portal_queue }: MigrationRow,
): Promise<boolean> {
  const { used } = await tx.one<{ used: boolean }>(
    `select exists (select from links where company_id = $1 and portal_id = $2)
       or exists (select from migrations where portal_queue = $3 and epoch > 0 and not dry_run) as used`,
    [company_id, hubspot_portal_id, portal_queue],
  );
  return hubspot_portal_id !== null && !used;
}

/** Whether records of the migration's own kind are linked in its portal. */
export async function hasLinks(
  tx: Tx,
  { company_id, hubspot_portal_id, migration_type }: MigrationRow,
): Promise<boolean> {
  const { linked } = await tx.one<{ linked: boolean }>(
    `select exists (
       select from links where company_id = $1 and portal_id = $2 and object_type = $3
     ) as linked`,
    [company_id, hubspot_portal_id, objectTypes[migration_type].name],
  );
  return linked;
}

/** Whether the migration copies chosen records only: a retry, or a run of a retry's plan. */
export async function copiesChosen(
  tx: Tx,
  { id, follows_as }: Pick<MigrationRow, 'id' | 'follows_as'>,
): Promise<boolean> {
  if (follows_as !== 'plan') return follows_as === 'retry';
  const { chosen } = await tx.one<{ chosen: boolean }>(
    `select exists (select from chosen_records where migration_id = $1) as chosen`,
    [id],
  );
  return chosen;
}

type BatchRow = Omit<BatchPlan, 'records'> & { readonly records: StoredRecord[] };

/** Where a run resumes. */
export type StartingPoint = Pick<Claim, 'cursor' | 'nextBatch' | 'plannedRecords' | 'unfinished'>;

/**
 * Where a run resumes: after the last planned batch, plus the plans, of any kind, that were not reported as executed. Only
 * records of the migration's own kind are counted.
 */
export async function startingPoint(
  tx: Tx,
  { id, kind }: Pick<MigrationRow, 'id' | 'kind'>,
): Promise<StartingPoint> {
  const last = await tx.maybeOne<{ readonly batch: number; readonly cursor: Cursor | null }>(
    `select batch, cursor from batches where migration_id = $1 order by batch desc limit 1`,
    [id],
  );
  const unfinished = await tx.query<BatchRow>(
    `select batch, revision, kind, pass, cursor, records from batches
     where migration_id = $1 and done_at is null order by batch`,
    [id],
  );
  return {
    cursor: last?.cursor ?? null,
    nextBatch: (last?.batch ?? 0) + 1,
    plannedRecords: plannedOf(await countPlannedRecords(tx, id), kind).planned,
    unfinished: unfinished.map((plan) => ({ ...plan, records: readRecords(plan.records) })),
  };
}
