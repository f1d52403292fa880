import type { BatchPlan } from '@ridgeline/contracts/internal';
import { withSpan } from '@ridgeline/kit';
import { isFinal } from '../../base/run-errors.ts';
import type { Lease } from '../../lease/lease.ts';
import { BatchCounted, type RecordLedger } from '../../orchestrator/orchestrator.ts';
import { beginExecution, resumeExecution, type Execution } from '../../plans/execution.ts';
import { closeBatches } from './close-batches.ts';
import { executePlan } from './execute-plan.ts';
import type { ReportBatch, RunKinds } from '../run-kinds.ts';

/** What batches are executed with. */
export interface BatchExecutorParts {
  readonly kinds: RunKinds;
  readonly lease: Lease;
  readonly ledger: Pick<RecordLedger, 'storePlan'>;
  readonly reportBatch: ReportBatch;
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
    const { kinds, lease, reportBatch } = this.#parts;
    if (!isFinal(error, lease.stopReason) || lease.lost.aborted) return;
    await closeBatches(this.#unreported, { kinds, reportBatch, signal: lease.lost });
  }

  #execute(execution: Execution): Promise<void> {
    const { batch, kind, pass } = execution.plan;
    const attributes = { 'ridgeline.batch': batch, 'ridgeline.kind': kind, 'ridgeline.pass': pass };
    return withSpan('migration batch', attributes, () => this.#executeAndReport(execution));
  }

  async #executeAndReport(execution: Execution): Promise<void> {
    const { kinds, lease, ledger, reportBatch } = this.#parts;
    this.#unreported.add(execution);
    lease.stopping.throwIfAborted();
    const { kind } = execution.plan;
    const known = kinds.rulesOf(kind);
    try {
      await executePlan(execution, {
        object: known.rules,
        target: kinds.targetOf(kind),
        signals: { waiting: lease.stopping, calling: lease.writing },
        storePlan: (revised) => ledger.storePlan(lease, revised, lease.stopping),
      });
    } catch (error) {
      if (!(error instanceof BatchCounted)) throw error;
      this.#unreported.delete(execution);
      return;
    }
    this.#unreported.delete(execution);
    await reportBatch(execution, known);
  }
}
