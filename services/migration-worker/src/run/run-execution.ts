import type { ConnectionSecrets } from '@ridgeline/contracts/internal';
import type { Logger } from '@ridgeline/kit';
import { RunFailed, RunStopped, type Vendor } from '../base/run-errors.ts';
import type { HeldLease } from '../lease/lease.ts';
import type { ObjectMigration } from '../object-migration/object-migration.ts';
import { availableTypes, objectMigrationOf } from '../objects/index.ts';
import type { Claim, Orchestrator } from '../orchestrator/orchestrator.ts';
import { RunPipeline } from '../pipeline/run-pipeline.ts';
import type { SourceAccount } from '../plans/source-account.ts';
import { batchLog } from '../report/batch-log.ts';
import type { RunEnd, RunReporter } from '../report/run-reporter.ts';
import type { WorkerMetrics } from '../report/worker-metrics.ts';
import type { WaitTracker } from '../waiting/wait-tracker.ts';
import type { RunVendors } from './run-vendors.ts';

/** What the worker gives every run. */
export interface RunServices {
  readonly orchestrator: Orchestrator;
  /** The connection's credentials, for the time of the run; waits for the connection service. */
  readonly secrets: (settings: Claim['settings'], signal: AbortSignal) => Promise<ConnectionSecrets>;
  readonly openVendors: (secrets: ConnectionSecrets, lease: HeldLease, waits: WaitTracker) => RunVendors;
  /** A vendor refused the connection's credential: tells whoever keeps the connections. */
  readonly tellRefusal: (settings: Claim['settings'], vendor: Vendor, signal: AbortSignal) => Promise<void>;
  readonly logger: Logger;
  readonly metrics: WorkerMetrics;
}

/** One run, and what it works with. */
export interface RunContext {
  readonly claim: Claim;
  readonly lease: HeldLease;
  readonly waits: WaitTracker;
  readonly reporter: RunReporter;
  /** Told how many records the source has, as far as is known. */
  readonly onTarget: (count: number) => void;
}

const ourFault =
  'The migration stopped because of an error on our side. What is written stays; you can start it again.';

/** Brings a claimed run to its end. */
export class RunExecution {
  readonly #services: RunServices;
  readonly #context: RunContext;
  #source: SourceAccount;

  constructor(services: RunServices, context: RunContext) {
    this.#services = services;
    this.#context = context;
    const read = context.claim.plannedRecords;
    this.#source = { read, countedBySource: null, foundAtEnd: null, heldStill: null };
  }

  /** How the run ended, or null when it was stopped without an end of its own. */
  async toItsEnd(): Promise<RunEnd | null> {
    try {
      await this.#work();
      return this.#end('completed');
    } catch (error) {
      if (error instanceof RunFailed) return await this.#failed(error);
      const reason = error instanceof RunStopped ? this.#context.lease.stopReason : 'failed';
      if (reason === 'cancelled') return this.#end('cancelled');
      if (reason !== 'failed') return null;
      this.#services.logger.error({ err: error }, 'The run failed for a reason that nobody foresaw');
      return this.#end('failed', ourFault);
    }
  }

  async #work(): Promise<void> {
    const { orchestrator, secrets, openVendors } = this.#services;
    const { claim, lease, waits, onTarget } = this.#context;
    const object = availableMigration(claim.settings.migrationType);
    const { acculynx, hubspot } = openVendors(await secrets(claim.settings, lease.stopping), lease, waits);
    const pipeline = new RunPipeline({
      object,
      claim,
      lease,
      source: object.source(acculynx),
      target: hubspot(object),
      ledger: orchestrator,
      waits,
      onTarget: (count) => onTarget(Math.max(count, pipeline.plannedRecords)),
      reportBatch: async (execution) => {
        await this.#context.reporter.batchDone(execution, batchLog(execution, object.settle));
        // The second pass is about records that are counted already.
        if (execution.plan.pass !== 'settle') this.#services.metrics.batchDone(execution);
      },
    });
    try {
      await pipeline.run();
    } finally {
      this.#source = pipeline.sourceAccount;
    }
  }

  async #failed({ text, refusedBy }: RunFailed): Promise<RunEnd> {
    const { logger, tellRefusal } = this.#services;
    const { claim, lease } = this.#context;
    logger.warn({ failure: text }, 'The run failed');
    if (refusedBy) await tellRefusal(claim.settings, refusedBy, lease.lost);
    return this.#end('failed', text);
  }

  #end(result: RunEnd['result'], failureMessage = ''): RunEnd {
    return { result, source: this.#source, failureMessage };
  }
}

function availableMigration(migrationType: string): ObjectMigration {
  const object = objectMigrationOf(migrationType);
  if (object) return object;
  const others = availableTypes.join(' or ');
  throw new RunFailed(`Migrations of ${migrationType} are not available yet; choose ${others}.`);
}
