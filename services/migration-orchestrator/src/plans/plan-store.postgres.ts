import { objectTypes, type MigrationType, type ObjectType } from '@ridgeline/contracts';
import type { BatchPlan, PlannedRecord, TakenKey } from '@ridgeline/contracts/internal';
import { AppError } from '@ridgeline/kit';
import type { Tx } from '@ridgeline/postgres';
import type { FencedRun } from '../migration-state/lease-row.postgres.ts';
import { noteDeferred } from './deferred-value-store.postgres.ts';
import { reserveKeys } from './identity-store.postgres.ts';
import {
  judgePlan,
  readRecords,
  storedRecords,
  type StoredPlan,
  type StoredRecord,
} from './plan-revision.ts';
import { lastPlannedBatch } from './batch-store.postgres.ts';

/** Undoes the transaction of a plan that claims what another record of the run has. */
export class KeysTaken extends Error {
  override readonly name = 'KeysTaken';
  readonly taken: readonly TakenKey[];

  constructor(taken: readonly TakenKey[]) {
    super('Another record of the run has what this plan claims');
    this.taken = taken;
  }
}

/**
 * Stores a batch's plan before anything of it is written to HubSpot. Throws `KeysTaken`, `run.batch_counted` for an
 * amendment that comes after the batch was counted, and `request.invalid` when the plan is of a kind that the migration's
 * type does not plan or does not follow on what is stored; that is a fault of the worker, not of the run.
 */
export async function storePlan(tx: Tx, run: FencedRun, epoch: number, plan: BatchPlan): Promise<void> {
  if (!plannedKinds(run.migration_type).includes(plan.kind)) {
    const text = `A migration of ${run.migration_type} plans nothing of the kind ${plan.kind}`;
    throw new AppError('request.invalid', { text });
  }
  // One after another: each must follow on what is stored, and claims what no other one has.
  await tx.query(`select pg_advisory_xact_lock(hashtextextended('ridgeline.plans', $1))`, [run.id]);
  const { lastBatch, stored } = await readBatch(tx, run.id, plan.batch);
  const judged = judgePlan(plan, stored, lastBatch);
  switch (judged.verdict) {
    case 'refuse':
      throw new AppError('request.invalid', { text: judged.why });
    case 'counted':
      throw new AppError('run.batch_counted');
    case 'repeated':
      return;
    case 'insert':
      await claimKeys(tx, run, plan);
      await insertPlan(tx, run, epoch, plan);
      return noteDeferred(tx, run, plan);
    case 'amend':
      await claimKeys(tx, run, plan);
      await tx.query(
        `update batches set revision = $3, records = $4, reference_count = $5, epoch = $6
         where migration_id = $1 and batch = $2`,
        [
          run.id,
          plan.batch,
          plan.revision,
          JSON.stringify(storedRecords(judged.records)),
          countReferences(judged.records),
          epoch,
        ],
      );
      // A settle plan is amended when a value was refused: the report says so.
      if (plan.pass !== 'settle') await noteDeferred(tx, run, plan);
  }
}

/** A settle plan is about records that have their keys already. */
async function claimKeys(tx: Tx, run: FencedRun, plan: BatchPlan): Promise<void> {
  const taken = plan.pass === 'settle' ? [] : await reserveKeys(tx, run, plan);
  if (taken.length > 0) throw new KeysTaken(taken);
}

async function readBatch(
  tx: Tx,
  migrationId: number,
  batch: number,
): Promise<{ lastBatch: number; stored: StoredPlan | null }> {
  const lastBatch = await lastPlannedBatch(tx, migrationId);
  // Nothing lies beyond the last one, and most plans are the next.
  const stored =
    batch <= lastBatch &&
    (await tx.maybeOne<Omit<StoredPlan, 'records'> & { readonly records: StoredRecord[] }>(
      `select revision, kind, pass, records, done_at is not null as done from batches
       where migration_id = $1 and batch = $2`,
      [migrationId, batch],
    ));
  return { lastBatch, stored: stored ? { ...stored, records: readRecords(stored.records) } : null };
}

/** How many records of other kinds these refer to: a batch without any is passed over when references are paged. */
const countReferences = (records: readonly PlannedRecord[]): number =>
  records.reduce((sum, { references = [] }) => sum + references.length, 0);

async function insertPlan(tx: Tx, run: FencedRun, epoch: number, plan: BatchPlan): Promise<void> {
  const { batch, revision, kind, pass, cursor, records } = plan;
  await tx.query(
    `insert into batches (migration_id, batch, company_id, epoch, revision, kind, pass, cursor, record_count,
       reference_count, records)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
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
    ],
  );
  if (pass === 'records') await placeRecords(tx, run, plan);
}

/** Notes in which batch each record of the plan is. Throws `request.invalid` when one is in an earlier batch. */
async function placeRecords(tx: Tx, run: FencedRun, { batch, kind, records }: BatchPlan): Promise<void> {
  const placed = await tx.query<{ source_id: string }>(
    `insert into planned_records (migration_id, source_id, kind, company_id, batch)
     select $1, source_id, $5, $2, $3 from unnest($4::text[]) as r(source_id)
     on conflict on constraint record_planned_once do nothing
     returning source_id`,
    [run.id, run.company_id, batch, records.map((record) => record.sourceId), kind],
  );
  if (placed.length === records.length) return;
  const ours = new Set(placed.map((row) => row.source_id));
  const sourceIds = records.map(({ sourceId }) => sourceId).filter((sourceId) => !ours.has(sourceId));
  throw new AppError('request.invalid', {
    text: 'Some of these records are in an earlier batch of this migration',
    details: { migrationId: run.id, batch, sourceIds },
  });
}

/** The names of the kinds of records that a migration of this type plans: its own first, then what comes along. */
function plannedKinds(type: MigrationType): readonly string[] {
  const { name, alongside }: ObjectType = objectTypes[type];
  return [name, ...alongside.map((kind) => kind.name)];
}
