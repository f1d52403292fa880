import type { ConnectionSecrets, SourceAccount } from '@ridgeline/contracts/internal';
import { isFinal, RunFailed, RunStopped } from '../base/run-errors.ts';
import type { ObjectMigration } from '../object-migration/object-migration.ts';
import { seekLookAlikes } from '../duplicates/seek-look-alikes.ts';
import { availableTypes, objectMigrationOf } from '../objects/index.ts';
import { conflictsOfMigrations } from '../pipeline/plan-conflicts.ts';
import { RunKinds, type KindRules } from '../pipeline/run-kinds.ts';
import { RunPipeline } from '../pipeline/run-pipeline.ts';
import type { Execution } from '../plans/execution.ts';
import { migrationOf, purposeOf } from '../purpose/run-purpose.ts';
import { batchLog } from '../report/batch-log.ts';
import type { RunEnd } from '../report/run-reporter.ts';
import { runVendors, type RunVendors } from '../vendors/run-vendors.ts';
import { closeRun } from './close-run.ts';
import type { RunContext, RunServices } from './run-context.ts';

/*
 * A claimed run, until it has a result to report or another worker continues it. The claim decides what is done:
 *
 *   open     #work    credentials ─> vendors ─> `prepare` ─> RunPipeline ─────────────────> 'completed'
 *   closing  #close   ended already: batches that an earlier worker left are read back ───> 'cancelled' (its status stays)
 *
 * What ends it earlier:
 *
 *   RunFailed                                        ─> 'failed', with its text; a rejected credential is reported
 *   RunStopped: 'cancelled'                          ─> 'cancelled'
 *   RunStopped: 'lost', 'shutdown', 'yield', 'waiting' ─> null: stored plans stay, the next attempt executes them
 *   any other error                                  ─> 'failed', as our fault, and logged as an error
 *
 * Why no write stays unreported: before a permanent end is returned, possible writes are read back and reported. The pipeline
 * does so for its batches; before it has begun (`#hasBegun`), `#closeBeforeBegun` does so for those of the claim. Both work
 * until the lease is lost, because `stopping` is aborted by then. A closing run works until `stopping`: any other worker can
 * close it. Why the summary is correct: `#source` is read after the pipeline has ended, whatever ended it.
 */

const ourFault =
  'The migration stopped because of an error on our side. What is written stays; you can start it again.';

/** Brings a claimed run to its end. */
export class RunExecution {
  readonly #services: RunServices;
  readonly #context: RunContext;
  #source: SourceAccount;
  /** Whether the pipeline has taken over the batches; it then closes them itself when the run stops. */
  #hasBegun = false;

  constructor(services: RunServices, context: RunContext) {
    this.#services = services;
    this.#context = context;
    const read = context.claim.plannedRecords;
    this.#source = { read, countedBySource: null, foundAtEnd: null, heldStill: null };
  }

  /** How the run ended, or null when it was stopped without a final result. */
  async toItsEnd(): Promise<RunEnd | null> {
    const { claim, lease } = this.#context;
    try {
      if (!claim.closing) {
        await this.#work();
        return this.#end('completed');
      }
      // It has already ended, with a reason that the orchestrator knows: only its summary is open.
      await this.#close(lease.stopping);
      return this.#end('cancelled');
    } catch (error) {
      await this.#closeBeforeBegun(error);
      if (error instanceof RunFailed) return await this.#failed(error);
      const reason = error instanceof RunStopped ? lease.stopReason : 'failed';
      if (reason === 'cancelled') return this.#end('cancelled');
      if (reason !== 'failed') return null;
      this.#services.logger.error({ err: error }, 'The run failed because of an unexpected error');
      return this.#end('failed', ourFault);
    }
  }

  /** If a run ends before its pipeline has begun, no worker reports an earlier worker's writes: they are read back. */
  async #closeBeforeBegun(error: unknown): Promise<void> {
    const { claim, lease } = this.#context;
    if (this.#hasBegun || claim.closing || claim.unfinished.length === 0) return;
    if (!isFinal(error, lease.stopReason)) return;
    // Only a lost lease, or a kind of record that is not available, prevents closing: the end is reported anyway.
    await this.#close(lease.lost).catch(() => undefined);
  }

  async #close(signal: AbortSignal): Promise<void> {
    const { secrets, tellRefusal } = this.#services;
    const { claim, lease } = this.#context;
    const object = availableMigration(claim.settings.migrationType);
    const refusedBy = await closeRun(claim, signal, {
      object,
      openHubspot: async (until) => {
        const stored = await secrets(claim.settings, until);
        return this.#openVendors(stored, () => Promise.resolve(stored)).hubspot;
      },
      reportBatch: (execution, kind) => this.#report(execution, kind),
    });
    if (refusedBy) await tellRefusal(claim.settings, refusedBy, lease.lost);
  }

  async #work(): Promise<void> {
    const { claim, lease, waits, reporter, onTarget } = this.#context;
    const { settings } = claim;
    const { orchestrator } = this.#services;
    const kind = availableMigration(settings.migrationType);
    const object = migrationOf({ object: kind, claim, lease, orchestrator, waits });
    const fetch = () => this.#services.secrets(settings, lease.stopping);
    const secrets = await fetch();
    const vendors = this.#openVendors(secrets, fetch);
    const options = await object.prepare({
      ...vendors,
      settings,
      deals: secrets.deals,
      locks: this.#services.locks,
      signal: lease.stopping,
      note: (line) => reporter.note([line]),
      onOptions: (added) => orchestrator.reportAddedOptions(lease, added, lease.stopping),
    });
    const pipeline = new RunPipeline({
      ...vendors,
      options,
      kinds: new RunKinds(object, (rules) => rules.openTarget(vendors.hubspot)),
      claim,
      lease,
      ...purposeOf({ object, options, claim, lease, vendors, orchestrator }),
      ledger: orchestrator,
      waits,
      conflicts: conflictsOfMigrations,
      onTarget: (count) => onTarget(Math.max(count, pipeline.plannedRecords)),
      reportBatch: (execution, kind) => this.#report(execution, kind),
    });
    this.#hasBegun = true;
    try {
      await pipeline.run();
      if (claim.seeksLookAlikes)
        await seekLookAlikes({
          ...vendors,
          object,
          lease,
          orchestrator,
          waits,
          note: (line) => reporter.note([line]),
        });
    } finally {
      this.#source = pipeline.sourceAccount;
    }
  }

  #openVendors(secrets: ConnectionSecrets, fetch: () => Promise<ConnectionSecrets>): RunVendors {
    const { claim, lease, waits } = this.#context;
    const vendors = this.#services.openVendors({ guard: lease, waits });
    return runVendors(secrets, { vendors, fetch, waits, lease, isDryRun: claim.settings.dryRun });
  }

  async #report(execution: Execution, kind: KindRules): Promise<void> {
    const { claim, reporter, progress } = this.#context;
    const { dryRun } = claim.settings;
    // Marks describe HubSpot's current values.
    const form = dryRun ? undefined : kind.rules.comparison?.form;
    await reporter.batchDone(execution, batchLog(execution, kind, { isDryRun: dryRun }), form);
    progress.batchDone(execution);
    // The second pass concerns records that are already counted, and a dry run copies none.
    if (execution.plan.pass !== 'settle' && !dryRun) this.#services.metrics.batchDone(execution);
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
