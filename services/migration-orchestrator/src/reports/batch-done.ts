import { OutcomeKind as WireKind, type BatchDone } from '@ridgeline/events';
import type { Tx } from '@ridgeline/postgres';
import { endIfCounted } from '../completion/close-migration.ts';
import { restateAccount } from '../completion/end-migration.ts';
import type { OutcomeKind } from '@ridgeline/contracts';
import { fromWire } from '../logs/log-line.ts';
import { appendLog, note } from '../logs/log-store.postgres.ts';
import { markAlive } from '../migration-state/attempt-store.postgres.ts';
import type { MigrationRow } from '../migration-state/migration-row.postgres.ts';
import { publishUpdate } from '../updates/publish-update.ts';
import { countBatch, findBatch, type BatchTotals, type ReportedOutcome } from './batch-store.postgres.ts';
import { takeMovedEmails } from './emails-done.postgres.ts';
import { repeated, stale, unusable, type ReportVerdict } from './report-verdict.ts';

const kinds: Readonly<Record<WireKind, OutcomeKind | null>> = {
  [WireKind.UNSPECIFIED]: null,
  [WireKind.CREATED]: 'created',
  [WireKind.UPDATED]: 'updated',
  [WireKind.UNCHANGED]: 'unchanged',
  [WireKind.SKIPPED]: 'skipped',
  [WireKind.FAILED]: 'failed',
};

/** The outcomes of a report; null when one has no kind. */
function readOutcomes(report: BatchDone): ReportedOutcome[] | null {
  const outcomes: ReportedOutcome[] = [];
  for (const { sourceId, kind, hubspotId, reason } of report.outcomes) {
    const known = kinds[kind];
    if (!known) return null;
    outcomes.push({ sourceId, kind: known, hubspotId, reason });
  }
  return outcomes;
}

/**
 * Counts an executed batch, once, in whatever state the migration is by then: what was written is counted, however late
 * its report comes. A report under an older lease than the plan in force tells of a plan that was amended meanwhile. The
 * migration's row is locked by the caller.
 */
export async function takeBatchDone(
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

  const totals = await countBatch(tx, migration.id, report.batch, outcomes);
  if (!totals) return repeated;
  // Batches that only move e-mails hold no records of their own.
  if (totals.planned === 0) await takeMovedEmails(tx, migration.id, report.batch, outcomes);
  await appendLog(tx, migration.id, report.log.map(fromWire));
  const missing = missingOf(totals);
  if (missing > 0) await noteMissing(tx, migration, report.batch, missing);
  await markAlive(tx, migration.id, epoch);
  if (migration.reconciliation) await restateAccount(tx, migration, migration.reconciliation, missing);
  if (migration.closing) await endIfCounted(tx, migration);
  await publishUpdate(tx, migration.id);
  return { result: 'counted', totals };
}

/** Records that were planned and have no outcome. */
function missingOf({ planned, ...ends }: BatchTotals): number {
  return planned - Object.values(ends).reduce((sum, count) => sum + count, 0);
}

/**
 * Of a run that was stopped they were not written any more. Of any other they would only show as a difference at the end:
 * the log says where they were lost.
 */
async function noteMissing(
  tx: Tx,
  { id, status, closing }: MigrationRow,
  batch: number,
  missing: number,
): Promise<void> {
  const stopped = closing || status === 'cancelled';
  const what = stopped ? 'were not written any more' : 'have no outcome';
  await note(tx, id, stopped ? 'info' : 'error', `Batch ${batch}: ${missing} records ${what}`, {
    batch,
    missing,
  });
}
