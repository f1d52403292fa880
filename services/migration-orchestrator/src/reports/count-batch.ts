import { objectTypes } from '@ridgeline/contracts';
import type { ReportedOutcome } from '@ridgeline/contracts/internal';
import type { BatchDone } from '@ridgeline/events';
import type { Tx } from '@ridgeline/postgres';
import { endIfCounted, restateAccount } from '../completion/end-run.ts';
import { amountOf } from '../completion/reconciliation.ts';
import { fromWire } from '../logs/log-line.ts';
import { appendLog, note } from '../logs/log-store.postgres.ts';
import { markAlive } from '../migration-state/attempt-store.postgres.ts';
import { migrationTables } from '../migration-state/run-tables.ts';
import type { MigrationRow } from '../migration-state/migration-row.postgres.ts';
import { readOutcomes } from '../outcomes/reported-outcome.ts';
import { countThroughput } from '../throughput/throughput-store.postgres.ts';
import { wakeForFreed } from '../sync-state/freed-values.ts';
import { addWritten, storeStates } from '../sync-state/source-states.postgres.ts';
import { forgetUndone } from '../undo/undone-records.postgres.ts';
import { wakeLeft } from '../sync-state/left-records.postgres.ts';
import { wakeReferring, wakeUnassociated } from '../sync-state/waiting-reference-store.postgres.ts';
import { publishUpdate } from '../updates/update-store.postgres.ts';
import {
  countBatch,
  countWarnings,
  findBatch,
  recordsOf,
  type BatchOfKind,
  type BatchTotals,
  type CountedAs,
  type PlannedBatch,
} from './report-store.postgres.ts';
import { repeated, stale, unusable, type ReportVerdict } from './report-verdict.ts';
import { takeSettled } from './settle-store.postgres.ts';

/** Later migrations find records of these kinds again; associations are not among them. */
const linkedKinds: ReadonlySet<string> = new Set(Object.values(objectTypes).map(({ name }) => name));

/**
 * Counts an executed batch, once, whatever the migration's state is by then: what was written is counted, however late its
 * report arrives. A report under an older lease than that of the plan in force is about a plan that was amended since then.
 * The caller has locked the migration's row. In this order:
 *
 *  1. the batch is marked done: outcomes, counters, links for later migrations (one statement, once per batch)
 *  2. warnings and throughput; for a settle batch, the records that it changed; unless it belongs to a dry run, what auto-sync
 *     waits for and is now free, and the states of its records; for an undo, what is no longer true is removed
 *  3. the log: the worker's entries, and the records without an outcome
 *  4. the worker's sign of life
 *  5. an ended migration gets a new summary; one that waits to be closed may end
 *  6. the update: now if the run is over, otherwise by the caller after the commit
 */
export async function countBatchDone(
  tx: Tx,
  migration: MigrationRow,
  epoch: number,
  report: BatchDone,
): Promise<ReportVerdict> {
  const outcomes = readOutcomes(report);
  if (!outcomes) return unusable('An outcome has no kind');
  const planned = await findBatch(tx, migration.id, report.batch);
  if (!planned) return unusable('This batch was never planned');
  if (planned.done) return repeated;
  if (epoch < planned.epoch) return stale;

  const { kind } = planned;
  const batch = { migrationId: migration.id, batch: report.batch, kind };
  const as: CountedAs = {
    own: kind === migration.kind,
    linked: linkedKinds.has(kind) && !migration.dry_run && migration.follows_as !== 'undo',
  };
  const totals = await countBatch(tx, batch, as, outcomes);
  if (!totals) return repeated;

  await countWarnings(tx, batch, outcomes);
  if (as.own && planned.pass === 'records') await countThroughput(tx, migration.id, totals.planned);
  // A settle batch contains no records of its own.
  if (planned.pass === 'settle') await takeSettled(tx, batch, as, outcomes);
  if (!migration.dry_run) await tellOthers(tx, migration, { ...batch, ...as, ...planned }, outcomes);

  await appendLog(tx, migration.id, report.log.map(fromWire));
  const missing = missingOf(totals);
  if (missing > 0) await noteMissing(tx, migration, batch, missing);
  await markAlive(tx, migration.id, epoch);

  if (migration.reconciliation)
    await restateAccount(tx, migration, migration.reconciliation, as.own ? missing : 0);
  if (migration.closing) await endIfCounted(tx, migration);

  const counted = { result: 'counted', totals: { kind, ...totals } } as const;
  // More changes will follow while the run is active; after its end, this may be the last one.
  if (migration.status === 'running' && !migration.closing) return { ...counted, told: false };
  await publishUpdate(tx, migration.id);
  return { ...counted, told: true };
}

/**
 * Applies a counted batch to auto-sync: the values and records that it waits for, the records that were left to the batch,
 * and the source states; for an undo, removes what is no longer true.
 */
async function tellOthers(
  tx: Tx,
  migration: MigrationRow,
  {
    pass,
    refers,
    linked,
    ...batch
  }: BatchOfKind & Pick<CountedAs, 'linked'> & Pick<PlannedBatch, 'pass' | 'refers'>,
  outcomes: readonly ReportedOutcome[],
): Promise<void> {
  const { connection_id: connectionId, company_id: companyId, portal_queue: portalQueue } = migration;
  const { kind } = batch;
  if (pass === 'settle') await addWritten(tx, { connectionId, kind }, outcomes);
  await wakeForFreed(tx, { portalQueue, kind, outcomes, records: () => recordsOf(tx, batch) });
  if (migration.follows_as === 'undo') {
    if (linkedKinds.has(kind))
      await forgetUndone(tx, { migration, kind, outcomes, records: await recordsOf(tx, batch) });
    return;
  }
  const inHubspot = outcomes.flatMap(({ sourceId, hubspotId }) => (hubspotId === null ? [] : sourceId));
  await wakeLeft(tx, { connectionId, companyId }, kind, inHubspot);
  if (linked) await wakeReferring(tx, { connectionId, companyId }, kind, inHubspot);
  if (pass !== 'records' || !linked) return;
  const stated = { tables: migrationTables, run: migration.id, batch: batch.batch, kind };
  await storeStates(tx, { ...stated, connectionId, companyId }, outcomes);
  // It was counted too late for the run's end.
  if (refers && migration.reconciliation && migration.status !== 'completed')
    await wakeUnassociated(tx, { connectionId, companyId }, kind, inHubspot);
}

/** Planned records without an outcome. */
function missingOf({ planned, ...outcomes }: BatchTotals): number {
  return planned - Object.values(outcomes).reduce((sum, count) => sum + count, 0);
}

/**
 * In a stopped run they were never written. In any other run they would only show as a difference at the end: the log says
 * where they were lost.
 */
async function noteMissing(
  tx: Tx,
  { id, status, closing }: MigrationRow,
  { batch, kind }: BatchOfKind,
  missing: number,
): Promise<void> {
  const stopped = closing || status === 'cancelled';
  const [verb, have] = missing === 1 ? ['was', 'has'] : ['were', 'have'];
  const what = stopped ? `${verb} not written any more` : `${have} no outcome`;
  const message = `Batch ${batch}: ${amountOf(missing, kind)} ${what}`;
  await note(tx, id, stopped ? 'info' : 'error', message, { batch, missing });
}
