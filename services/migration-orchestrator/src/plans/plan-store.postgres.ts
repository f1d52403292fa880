import { objectTypes, type MigrationType, type ObjectType } from '@ridgeline/contracts';
import type { BatchPlan, PlannedRecord, TakenKey } from '@ridgeline/contracts/internal';
import { AppError } from '@ridgeline/kit';
import type { Tx } from '@ridgeline/postgres';
import type { FencedRun } from '../migration-state/lease-row.postgres.ts';
import { noteKnown } from '../known-records/known-record-store.postgres.ts';
import { lockPortal } from '../sync-state/claim-store.postgres.ts';
import { comparableKey } from '../sync-state/plan-claims.ts';
import { noteDeferred, refuseDeferred } from './deferred-value-store.postgres.ts';
import { reserveKeys } from './identity-store.postgres.ts';
import type { PlanBarrier, PlanGuard } from './plan-guard.ts';
import {
  checkPlan,
  readRecords,
  storedRecords,
  type StoredPlan,
  type StoredRecord,
} from './plan-revision.ts';
import { lastPlannedBatch } from './batch-store.postgres.ts';

/** Rolls back the transaction of a plan that claims a key of another record of the run. */
export class KeysTaken extends Error {
  override readonly name = 'KeysTaken';
  readonly taken: readonly TakenKey[];

  constructor(taken: readonly TakenKey[]) {
    super('Another record of the run has what this plan claims');
    this.taken = taken;
  }
}

/** A plan to store, under the lease of this epoch. */
export interface PlanToStore {
  readonly epoch: number;
  readonly plan: BatchPlan;
  /** A database time before the first record of the plan was read. */
  readonly readAt: Date;
  readonly guard: PlanGuard;
}

/**
 * Stores a batch's plan before anything of it is written to HubSpot; answers what keeps it from being stored, null for
 * nothing. Throws `KeysTaken`, `run.batch_counted` for an
 * amendment that comes after the batch was counted, and `request.invalid` when the plan is of a kind that the migration's
 * type does not plan or does not follow on what is stored; that is a fault of the worker, not of the run.
 */
export async function storePlan(
  tx: Tx,
  run: FencedRun,
  { epoch, plan, readAt, guard }: PlanToStore,
): Promise<PlanBarrier | null> {
  if (!plannedKinds(run.migration_type).includes(plan.kind)) {
    const text = `A migration of ${run.migration_type} cannot plan the kind ${plan.kind}`;
    throw new AppError('request.invalid', { text });
  }
  // Serialized per portal: each plan must follow on the stored ones, and its claims must be free.
  await lockPortal(tx, run);
  const { lastBatch, stored } = await readBatch(tx, run, plan.batch);
  const checked = checkPlan(plan, stored, lastBatch);
  switch (checked.verdict) {
    case 'refuse':
      throw new AppError('request.invalid', { text: checked.why });
    case 'counted':
      throw new AppError('run.batch_counted');
    case 'repeated':
      return null;
    case 'insert':
    case 'amend': {
      const barrier = await guard.barrierOf(plan, checked.verdict);
      if (barrier) {
        // Another run has changed the record since: its request is closed.
        if (plan.pass === 'settle') await refuseDeferred(tx, run, plan, barrier.outdated);
        return barrier;
      }
      await claimKeys(tx, run, plan);
      if (checked.verdict === 'insert') await insertPlan(tx, run, { epoch, plan, readAt });
      else await amendPlan(tx, run, epoch, { ...plan, records: checked.records });
      // An amendment of a settle plan means that a value was refused: the report records that.
      if (checked.verdict === 'insert' || plan.pass !== 'settle') await noteDeferred(tx, run, plan);
      if (checked.verdict === 'insert') await noteKnown(tx, run.company_id, plan);
      await guard.stored(plan);
      return null;
    }
  }
}

async function amendPlan(
  tx: Tx,
  { id, tables }: FencedRun,
  epoch: number,
  { batch, revision, records }: BatchPlan,
): Promise<void> {
  await tx.query(
    `update ${tables.batches} set revision = $3, records = $4, reference_count = $5, epoch = $6
     where ${tables.run} = $1 and batch = $2`,
    [id, batch, revision, JSON.stringify(storedRecords(records)), countReferences(records), epoch],
  );
}

/** The records of a settle plan already have their keys. */
async function claimKeys(tx: Tx, run: FencedRun, plan: BatchPlan): Promise<void> {
  const taken = plan.pass === 'settle' ? [] : await reserveKeys(tx, run, plan);
  if (taken.length > 0) throw new KeysTaken(taken);
}

async function readBatch(
  tx: Tx,
  { id, tables }: FencedRun,
  batch: number,
): Promise<{ lastBatch: number; stored: StoredPlan | null }> {
  const lastBatch = await lastPlannedBatch(tx, id, tables);
  // Nothing is stored beyond the last batch, and most plans are for the next one.
  const stored =
    batch <= lastBatch &&
    (await tx.maybeOne<Omit<StoredPlan, 'records'> & { readonly records: StoredRecord[] }>(
      `select revision, kind, pass, records, done_at is not null as done from ${tables.batches}
       where ${tables.run} = $1 and batch = $2`,
      [id, batch],
    ));
  return { lastBatch, stored: stored ? { ...stored, records: readRecords(stored.records) } : null };
}

/** How many references to other records these have: paging references skips batches without any. */
const countReferences = (records: readonly PlannedRecord[]): number =>
  records.reduce((sum, { references = [] }) => sum + references.length, 0);

async function insertPlan(
  tx: Tx,
  run: FencedRun,
  { epoch, plan, readAt }: Omit<PlanToStore, 'guard'>,
): Promise<void> {
  const { batch, revision, kind, pass, cursor, records } = plan;
  await tx.query(
    `insert into ${run.tables.batches} (${run.tables.run}, batch, company_id, epoch, revision, kind, pass, cursor, record_count,
       reference_count, records, read_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
    [
      run.id,
      batch,
      run.company_id,
      epoch,
      revision,
      kind,
      pass,
      cursor === null ? null : JSON.stringify(cursor),
      pass === 'settle' ? 0 : records.length,
      countReferences(records),
      JSON.stringify(storedRecords(records)),
      readAt,
    ],
  );
  if (pass === 'records') await placeRecords(tx, run, plan);
}

/**
 * Stores the batch and the source state of each record of the plan, by its search keys. Throws `request.invalid` when a
 * record is in an earlier batch.
 */
async function placeRecords(tx: Tx, run: FencedRun, { batch, kind, records }: BatchPlan): Promise<void> {
  const { plannedRecords, run: number } = run.tables;
  const placed = await tx.query<{ source_id: string }>(
    `insert into ${plannedRecords} (${number}, source_id, kind, company_id, batch, digest, key)
     select $1, source_id, $5, $2, $3, digest, key
     from unnest($4::text[], $6::text[], $7::text[]) as r(source_id, digest, key)
     on conflict (${number}, source_id, kind) do nothing
     returning source_id`,
    [
      run.id,
      run.company_id,
      batch,
      records.map((record) => record.sourceId),
      kind,
      records.map((record) => record.digest ?? null),
      records.map(({ key, deferred }) => comparableKey(key ?? deferred?.value ?? null)),
    ],
  );
  if (placed.length === records.length) return;
  const ours = new Set(placed.map((row) => row.source_id));
  const sourceIds = records.map(({ sourceId }) => sourceId).filter((sourceId) => !ours.has(sourceId));
  throw new AppError('request.invalid', {
    text: 'Some of these records are in an earlier batch of this migration',
    details: { run: run.id, batch, sourceIds },
  });
}

/** The names of the kinds that a migration of this type plans: its own first, then those of related records. */
function plannedKinds(type: MigrationType): readonly string[] {
  const { name, alongside }: ObjectType = objectTypes[type];
  return [name, ...alongside.map((kind) => kind.name)];
}
