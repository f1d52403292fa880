import type { Claim, RunWait } from '@ridgeline/contracts/internal';
import { withSpan } from '@ridgeline/kit';
import { logEntry, type LogEntry } from '../base/log-entry.ts';
import { RunStopped } from '../base/run-errors.ts';
import type { HeldLease } from '../lease/held-lease.ts';
import { objectMigrationOf } from '../objects/index.ts';
import type { EventPublisher } from '../report/report-queue.ts';
import { RunReporter } from '../report/run-reporter.ts';
import { WaitLog } from '../waiting/wait-log.ts';
import { WaitTracker, waitWithoutSlot } from '../waiting/wait-tracker.ts';
import type { RunServices } from './run-context.ts';
import { RunExecution } from './run-execution.ts';
import { RunProgress } from './run-progress.ts';
import type { RunExit } from './run-slots.ts';

export interface RunMigrationParts extends RunServices {
  readonly publisher: EventPublisher;
  readonly processId: string;
  readonly heartbeatMs?: number;
}

/** Works on a claimed run until it ends, is handed back or is taken away. Never rejects. */
export async function runMigration(
  parts: RunMigrationParts,
  claim: Claim,
  lease: HeldLease,
): Promise<RunExit> {
  const { publisher, processId, logger, metrics, heartbeatMs = 1_000 } = parts;
  const { migrationId, companyId } = claim.settings;
  const waits = new WaitTracker();
  const waitLog = new WaitLog(waits, lease.epoch);
  const reporter = new RunReporter({ publisher, lease, companyId, processId, logger });
  // 0 means "not known yet": the previously reported value stays.
  let targetCount = 0;
  let handBackFor: RunWait | undefined;
  let uncounted = 0;
  const beat = (): void => {
    if (lease.uncounted < uncounted) waits.cameOn(null);
    ({ uncounted } = lease);
    reporter.note(waitLog.lines());
    void reporter.beat({ targetCount, waitingFor: waits.text(), waitingUntil: timeIn(waits.leftMs()) });
    const wait = waitWithoutSlot(waits);
    // Closing a run is not postponed.
    if (!wait || lease.stopReason !== null || claim.closing) return;
    handBackFor = wait;
    lease.stop('waiting');
  };
  const progress = new RunProgress(claim);
  const watched = metrics.watchRun({
    migrationId,
    lease,
    counts: () => ({ processed: progress.processed, target: Math.max(targetCount, progress.processed) }),
  });
  if (!claim.closing) reporter.note([startLine(claim)]);
  beat();
  const heartbeat = setInterval(beat, heartbeatMs);

  const onTarget = (count: number): void => {
    if (count === targetCount) return;
    targetCount = count;
    beat();
  };
  const run = new RunExecution(parts, { claim, lease, waits, reporter, progress, onTarget });
  try {
    const end = await withSpan('migration run', { 'ridgeline.migration': migrationId }, () => run.toItsEnd());
    if (lease.stopReason === 'lost') return { exit: 'lost' };
    if (end === null) return { exit: 'handed-back', ...(handBackFor ? { wait: handBackFor } : {}) };
    reporter.note(waitLog.lines());
    await reporter.finished(end);
    return { exit: 'finished' };
  } catch (error) {
    // Only a lost lease keeps the end from being published.
    if (!(error instanceof RunStopped)) logger.error({ err: error }, 'The run ended without a report');
    return { exit: 'lost' };
  } finally {
    clearInterval(heartbeat);
    watched[Symbol.dispose]();
  }
}

/** The time in this many ms, formatted for a report. */
const timeIn = (ms: number): string => (ms > 0 ? new Date(Date.now() + ms).toISOString() : '');

const nounOf = (migrationType: string): string =>
  objectMigrationOf(migrationType)?.type.noun.many ?? migrationType;

function startLine({ epoch, nextBatch, unfinished, settings }: Claim): LogEntry {
  const id = `start-${String(epoch)}`;
  if (nextBatch === 1) return logEntry(id, 'info', beginningOf(settings));
  const again = unfinished.length > 0 ? `; ${String(unfinished.length)} unfinished batches first` : '';
  return logEntry(id, 'info', `Going on at batch ${String(nextBatch)}${again}`, { nextBatch });
}

function beginningOf(settings: Claim['settings']): string {
  const { dryRun, follows } = settings;
  const what = whatIsRead(settings);
  if (dryRun) return `Dry run: reading ${what}; nothing is written to HubSpot`;
  return follows?.as === 'plan'
    ? `Reading ${what}; what differs from the plan of #${String(follows.migrationId)} is not written`
    : `Reading ${what}`;
}

function whatIsRead({ migrationType, follows, onlyChosen }: Claim['settings']): string {
  if (follows?.as === 'undo') return `what migration #${String(follows.migrationId)} wrote`;
  return `${onlyChosen ? 'the chosen ' : ''}${nounOf(migrationType)} from AccuLynx`;
}
