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
import { wakeReferring } from '../sync-state/waiting-reference-store.postgres.ts';
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

/** Records of these kinds are found again by later migrations; what only ties two of them together is not. */
const linkedKinds: ReadonlySet<string> = new Set(Object.values(objectTypes).map(({ name }) => name));

/**
 * Counts an executed batch, once, in whatever state the migration is by then: what was written is counted, however late
 * its report comes. A report under an older lease than the plan in force is of a plan that was amended since then. The
 * migration's row is locked by the caller. In this order:
 *
 *  1. the batch is done: outcomes, counters, links for later migrations (one statement, once for each batch)
 *  2. warnings, throughput, for a settle batch the records that it changed, and unless it is a dry run's what auto-sync waits for
 *     and is free now, and the states of its records; for an undo, what is not true any more
 *  3. the log: the worker's entries, and the records that have no outcome
 *  4. the worker's sign of life
 *  5. a migration that has ended has a new account; one that waits to be closed may end
 *  6. the update: now when the run is over, else by the caller after the commit
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
  // A settle batch holds no records of its own.
  if (planned.pass === 'settle') await takeSettled(tx, batch, as, outcomes);
  if (!migration.dry_run) await tellOthers(tx, migration, { ...batch, ...as, pass: planned.pass }, outcomes);

  await appendLog(tx, migration.id, report.log.map(fromWire));
  const missing = missingOf(totals);
  if (missing > 0) await noteMissing(tx, migration, batch, missing);
  await markAlive(tx, migration.id, epoch);

  if (migration.reconciliation)
    await restateAccount(tx, migration, migration.reconciliation, as.own ? missing : 0);
  if (migration.closing) await endIfCounted(tx, migration);

  const counted = { result: 'counted', totals: { kind, ...totals } } as const;
  // More will change while it runs; of a run that is over this may be the last.
  if (migration.status === 'running' && !migration.closing) return { ...counted, told: false };
  await publishUpdate(tx, migration.id);
  return { ...counted, told: true };
}

/**
 * What the records of a counted batch are to auto-sync: values and records that it waits for, those that were left to it, and
 * their states; for an undo, what is not true any more.
 */
async function tellOthers(
  tx: Tx,
  migration: MigrationRow,
  { pass, linked, ...batch }: BatchOfKind & Pick<CountedAs, 'linked'> & Pick<PlannedBatch, 'pass'>,
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
}

/** Records that were planned and have no outcome. */
function missingOf({ planned, ...outcomes }: BatchTotals): number {
  return planned - Object.values(outcomes).reduce((sum, count) => sum + count, 0);
}

/**
 * Of a run that was stopped they were not written any more. Of any other they would only show as a difference at the end:
 * the log says where they were lost.
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
