import { OutcomeKind as WireKind, type BatchDone } from '@ridgeline/events';
import type { Tx } from '@ridgeline/postgres';
import { restateAccount } from '../endings/end-migration.ts';
import type { OutcomeKind } from '../endings/reconciliation.ts';
import { fromWire } from '../logs/log-line.ts';
import { appendLog, note } from '../logs/log-store.postgres.ts';
import type { MigrationRow } from '../migration/migration-row.ts';
import { markAlive } from '../processes/attempt-store.postgres.ts';
import { announceChange } from '../updates/announce-change.ts';
import { takeMovedEmails } from './emails-done.postgres.ts';
import { countBatch, isPlanned, type BatchTotals, type ReportedOutcome } from './batch-store.postgres.ts';
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
 * Counts an executed batch, once. The migration's row is locked and its epoch checked by the caller. After a cancel the
 * batches that were in flight still count.
 */
export async function takeBatchDone(
  tx: Tx,
  migration: MigrationRow,
  report: BatchDone,
): Promise<ReportVerdict> {
  if (migration.status !== 'running' && migration.status !== 'cancelled') return stale;
  const outcomes = readOutcomes(report);
  if (!outcomes) return unusable('An outcome has no kind');

  const totals = await countBatch(tx, migration.id, report.batch, outcomes);
  if (!totals)
    return (await isPlanned(tx, migration.id, report.batch))
      ? repeated
      : unusable('This batch was never planned');
  // Batches that only move e-mails hold no records of their own.
  if (totals.planned === 0) await takeMovedEmails(tx, migration.id, report.batch, outcomes);
  await appendLog(tx, migration.id, report.log.map(fromWire));
  await noteMissing(tx, migration.id, report.batch, totals);
  await markAlive(tx, migration.id, migration.epoch);
  if (migration.reconciliation) await restateAccount(tx, migration.id, migration.reconciliation.source);
  await announceChange(tx, migration.id);
  return { result: 'counted', totals };
}

/** Records without an outcome would only show as a difference at the end: the log says where they were lost. */
async function noteMissing(tx: Tx, migrationId: number, batch: number, totals: BatchTotals): Promise<void> {
  const { planned, ...ends } = totals;
  const missing = planned - Object.values(ends).reduce((sum, count) => sum + count, 0);
  if (missing > 0)
    await note(tx, migrationId, 'error', `Batch ${batch}: ${missing} records have no outcome`, {
      batch,
      missing,
    });
}
