import type { Claim, ConnectionSecrets, RunWait } from '@ridgeline/contracts/internal';
import { withSpan, type Logger } from '@ridgeline/kit';
import type { HeldLease } from '../lease/lease.ts';
import type { Orchestrator } from '../orchestrator/orchestrator.ts';
import { ContactPipeline } from '../pipeline/contact-pipeline.ts';
import { logEntry, type LogEntry } from '../report/log-entry.ts';
import { RunReporter, type EventPublisher, type RunEnd } from '../report/run-reporter.ts';
import type { ContactSource } from '../vendors/contact-source.ts';
import type { HubspotTarget } from '../vendors/hubspot-target.ts';
import { WaitTracker } from '../waiting/wait-tracker.ts';
import { waitWithoutSlot } from '../waiting/long-wait.ts';
import { WaitLog } from '../waiting/wait-log.ts';
import type { WorkerMetrics } from '../worker-metrics.ts';
import type { Execution } from '../writing/execute-plan.ts';
import { closeRun } from './close-run.ts';
import type { RunExit } from './run-slots.ts';
import { RunFailed, RunStopped, type Vendor } from './run-stop.ts';

/** The two vendors as one run uses them. */
export interface RunVendors {
  readonly source: ContactSource;
  readonly target: HubspotTarget;
}

export interface RunMigrationParts {
  readonly orchestrator: Orchestrator;
  readonly publisher: EventPublisher;
  /** The connection's credentials, for the time of the run; waits for the connection service. */
  readonly secrets: (settings: Claim['settings'], signal: AbortSignal) => Promise<ConnectionSecrets>;
  readonly openVendors: (secrets: ConnectionSecrets, lease: HeldLease, waits: WaitTracker) => RunVendors;
  /** A vendor refused the connection's credential: tells whoever keeps the connections. */
  readonly tellRefusal: (settings: Claim['settings'], vendor: Vendor, signal: AbortSignal) => Promise<void>;
  readonly processId: string;
  readonly logger: Logger;
  readonly metrics: WorkerMetrics;
  readonly heartbeatMs?: number;
}

const ourFault =
  'The migration stopped because of an error on our side. What is written stays; you can start it again.';

/** Works on a claimed run until it ends, is handed back or taken away. Never rejects. */
export async function runMigration(
  parts: RunMigrationParts,
  claim: Claim,
  lease: HeldLease,
): Promise<RunExit> {
  const { publisher, processId, logger, heartbeatMs = 1_000 } = parts;
  const { migrationId, companyId } = claim.settings;
  const waits = new WaitTracker();
  const waitLog = new WaitLog(waits, lease.epoch);
  const reporter = new RunReporter({ publisher, lease, companyId, processId, logger });
  // 0 means: not known yet, what was told before stands.
  let targetCount = 0;
  let handBackFor: RunWait | undefined;
  const beat = (): void => {
    reporter.note(waitLog.lines());
    void reporter.beat({ targetCount, waitingFor: waits.text() });
    const wait = waitWithoutSlot(waits);
    // To close a run is not put off.
    if (!wait || lease.stopReason !== null || claim.closing) return;
    handBackFor = wait;
    lease.stop('waiting');
  };
  if (!claim.closing) reporter.note([startLine(claim)]);
  beat();
  const heartbeat = setInterval(beat, heartbeatMs);

  const run = new RunExecution(parts, claim, lease, waits, reporter, (count) => {
    if (count === targetCount) return;
    targetCount = count;
    beat();
  });
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
  }
}

function startLine({ epoch, nextBatch, unfinished }: Claim): LogEntry {
  const id = `start-${String(epoch)}`;
  if (nextBatch === 1) return logEntry(id, 'info', 'Reading contacts from AccuLynx');
  const again = unfinished.length > 0 ? `; ${String(unfinished.length)} unfinished batches first` : '';
  return logEntry(id, 'info', `Going on at batch ${String(nextBatch)}${again}`, { nextBatch });
}

class RunExecution {
  readonly #parts: RunMigrationParts;
  readonly #claim: Claim;
  readonly #lease: HeldLease;
  readonly #waits: WaitTracker;
  readonly #reporter: RunReporter;
  readonly #onTarget: (count: number) => void;
  #sourceCount: number;
  #countedBySource: number | null = null;

  constructor(
    parts: RunMigrationParts,
    claim: Claim,
    lease: HeldLease,
    waits: WaitTracker,
    reporter: RunReporter,
    onTarget: (count: number) => void,
  ) {
    this.#parts = parts;
    this.#claim = claim;
    this.#lease = lease;
    this.#waits = waits;
    this.#reporter = reporter;
    this.#onTarget = onTarget;
    this.#sourceCount = claim.plannedRecords;
  }

  /** How the run ended, or null when it was stopped without an end of its own. */
  async toItsEnd(): Promise<RunEnd | null> {
    try {
      if (this.#claim.closing) return await this.#close();
      await this.#work();
      return this.#end('completed');
    } catch (error) {
      if (error instanceof RunFailed) return await this.#failed(error);
      const reason = error instanceof RunStopped ? this.#lease.stopReason : 'failed';
      if (reason === 'cancelled') return this.#end('cancelled');
      if (reason !== 'failed') return null;
      this.#parts.logger.error({ err: error }, 'The run failed for a reason that nobody foresaw');
      return this.#end('failed', ourFault);
    }
  }

  /** The run has ended already, with a reason that the orchestrator knows: only its account is open. */
  async #close(): Promise<RunEnd> {
    const openTarget = async (signal: AbortSignal) => (await this.#openVendors(signal)).target;
    await closeRun(this.#claim, this.#lease, openTarget, (execution) => this.#report(execution));
    return this.#end('cancelled');
  }

  async #openVendors(signal: AbortSignal): Promise<RunVendors> {
    const { secrets, openVendors } = this.#parts;
    return openVendors(await secrets(this.#claim.settings, signal), this.#lease, this.#waits);
  }

  async #report(execution: Execution): Promise<void> {
    await this.#reporter.batchDone(execution);
    // What only moves e-mails is about records that are counted already.
    if (!execution.plan.emailsOnly) this.#parts.metrics.batchDone(execution);
  }

  async #work(): Promise<void> {
    const { orchestrator } = this.#parts;
    const { settings } = this.#claim;
    const lease = this.#lease;
    if (settings.migrationType !== 'contacts')
      throw new RunFailed('Migrations of jobs are not available yet; choose contacts.');
    const { source, target } = await this.#openVendors(lease.stopping);
    const pipeline = new ContactPipeline({
      claim: this.#claim,
      lease,
      source,
      target,
      orchestrator,
      waits: this.#waits,
      onTarget: (count) => this.#onTarget(Math.max(count, pipeline.plannedRecords)),
      reportBatch: (execution) => this.#report(execution),
    });
    try {
      await pipeline.run();
    } finally {
      this.#sourceCount = pipeline.plannedRecords;
      this.#countedBySource = pipeline.countedBySource;
    }
  }

  async #failed({ text, refusedBy }: RunFailed): Promise<RunEnd> {
    this.#parts.logger.warn({ failure: text }, 'The run failed');
    if (refusedBy) await this.#parts.tellRefusal(this.#claim.settings, refusedBy, this.#lease.lost);
    return this.#end('failed', text);
  }

  #end(result: RunEnd['result'], failureMessage = ''): RunEnd {
    return {
      result,
      sourceCount: this.#sourceCount,
      countedBySource: this.#countedBySource,
      failureMessage,
    };
  }
}
