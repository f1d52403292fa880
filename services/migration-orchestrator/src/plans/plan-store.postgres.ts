import type { BatchPlan, PlannedRecord, TakenKey } from '@ridgeline/contracts/internal';
import { AppError } from '@ridgeline/kit';
import type { Tx } from '@ridgeline/postgres';
import type { FencedRun } from '../migration-state/lease-row.postgres.ts';
import { reserveKeys } from './key-reservations.postgres.ts';
import { judgePlan, type StoredPlan } from './plan-revision.ts';
import { lastPlannedBatch } from './planned-batches.postgres.ts';
import { noteWithheld } from './withheld-emails.postgres.ts';

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
 * amendment that comes after the batch was counted, and `request.invalid` when the plan does not follow on what is
 * stored; that is a fault of the worker, not of the run.
 */
export async function storePlan(tx: Tx, run: FencedRun, epoch: number, plan: BatchPlan): Promise<void> {
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
      return noteWithheld(tx, run, plan);
    case 'amend':
      await claimKeys(tx, run, plan);
      await tx.query(
        `update batches set revision = $3, records = $4, epoch = $5 where migration_id = $1 and batch = $2`,
        [run.id, plan.batch, plan.revision, JSON.stringify(judged.records), epoch],
      );
      // A plan that only moves e-mails is amended when an address was refused: the report tells that.
      if (!plan.emailsOnly) await noteWithheld(tx, run, plan);
  }
}

/** A plan that only moves e-mails is about records that have their keys already. */
async function claimKeys(tx: Tx, run: FencedRun, { batch, records, emailsOnly }: BatchPlan): Promise<void> {
  const taken = emailsOnly ? [] : await reserveKeys(tx, run, batch, records);
  if (taken.length > 0) throw new KeysTaken(taken);
}

async function readBatch(
  tx: Tx,
  migrationId: number,
  batch: number,
): Promise<{ lastBatch: number; stored: StoredPlan | null }> {
  const lastBatch = await lastPlannedBatch(tx, migrationId);
  const stored = await tx.maybeOne<{ revision: number; records: PlannedRecord[]; done: boolean }>(
    `select revision, records, done_at is not null as done from batches where migration_id = $1 and batch = $2`,
    [migrationId, batch],
  );
  return { lastBatch, stored: stored ?? null };
}

async function insertPlan(tx: Tx, run: FencedRun, epoch: number, plan: BatchPlan): Promise<void> {
  const { batch, revision, cursor, records, emailsOnly = false } = plan;
  await tx.query(
    `insert into batches (migration_id, batch, company_id, epoch, revision, cursor, record_count, records, emails_only)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      run.id,
      batch,
      run.company_id,
      epoch,
      revision,
      cursor === null ? null : JSON.stringify(cursor),
      emailsOnly ? 0 : records.length,
      JSON.stringify(records),
      emailsOnly,
    ],
  );
  if (emailsOnly) return;
  const placed = await tx.query<{ source_id: string }>(
    `insert into planned_records (migration_id, source_id, company_id, batch)
     select $1, source_id, $2, $3 from unnest($4::text[]) as r(source_id)
     on conflict on constraint record_planned_once do nothing
     returning source_id`,
    [run.id, run.company_id, batch, records.map((record) => record.sourceId)],
  );
  if (placed.length === records.length) return;
  const ours = new Set(placed.map((row) => row.source_id));
  const sourceIds = records.map(({ sourceId }) => sourceId).filter((sourceId) => !ours.has(sourceId));
  throw new AppError('request.invalid', {
    text: 'Some of these records are in an earlier batch of this migration',
    details: { migrationId: run.id, batch, sourceIds },
  });
}
