import { isFinal } from '../base/run-errors.ts';
import type { HubspotTarget } from '../hubspot-io/hubspot-target.ts';
import type { Lease } from '../lease/lease.ts';
import type { WriteRules } from '../object-migration/write-rules.ts';
import { BatchCounted, type RecordLedger } from '../orchestrator/orchestrator.ts';
import type { BatchPlan } from '../plans/batch-plan.ts';
import { beginExecution, resumeExecution, type Execution } from '../plans/execution.ts';
import { closeBatches } from './close-batches.ts';
import { executePlan } from './execute-plan.ts';

/** What batches are executed with. */
export interface BatchExecutorParts {
  readonly object: WriteRules;
  readonly lease: Lease;
  readonly target: HubspotTarget;
  readonly ledger: Pick<RecordLedger, 'storePlan'>;
  readonly reportBatch: (execution: Execution) => Promise<void>;
}

/** Executes the stored plans of a run, and knows which of them are not reported. */
export class BatchExecutor {
  readonly #parts: BatchExecutorParts;
  /** Plans of an earlier worker that are yet to be executed. */
  readonly #left: readonly Execution[];
  /** In the order of the batches. */
  readonly #unreported: Set<Execution>;

  constructor(parts: BatchExecutorParts, unfinished: readonly BatchPlan[]) {
    this.#parts = parts;
    this.#left = unfinished.map(resumeExecution);
    this.#unreported = new Set(this.#left);
  }

  /** One call for each plan that an earlier worker left: executes it and reports what came of it. */
  get resumptions(): readonly (() => Promise<void>)[] {
    return this.#left.map((execution) => () => this.#execute(execution));
  }

  /** Executes a stored plan and reports what came of it. */
  execute(plan: BatchPlan): Promise<void> {
    return this.#execute(beginExecution(plan));
  }

  /**
   * To be called when a run has stopped with this error and all work in flight has ended. Nobody executes its plans any
   * more after a cancel or a failure: what is done is reported as far as it went.
   */
  async closeUnreported(error: unknown): Promise<void> {
    const { object, lease, target, reportBatch } = this.#parts;
    if (!isFinal(error, lease.stopReason) || lease.lost.aborted) return;
    await closeBatches(this.#unreported, { object, target, reportBatch, signal: lease.lost });
  }

  async #execute(execution: Execution): Promise<void> {
    const { object, lease, target, ledger, reportBatch } = this.#parts;
    this.#unreported.add(execution);
    lease.stopping.throwIfAborted();
    try {
      await executePlan(execution, {
        object,
        target,
        signals: { waiting: lease.stopping, calling: lease.writing },
        storePlan: (revised) => ledger.storePlan(lease, revised, lease.stopping),
      });
    } catch (error) {
      if (!(error instanceof BatchCounted)) throw error;
      this.#unreported.delete(execution);
      return;
    }
    this.#unreported.delete(execution);
    await reportBatch(execution);
  }
}
