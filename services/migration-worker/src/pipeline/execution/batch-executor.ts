import type { BatchPlan } from '@ridgeline/contracts/internal';
import { withSpan } from '@ridgeline/kit';
import { isFinal } from '../../base/run-errors.ts';
import type { Lease } from '../../lease/lease.ts';
import { BatchCounted, type PlanConflicts, type RecordLedger } from '../../orchestrator/record-ledger.ts';
import type { PlanToStore } from '../../plans/planned-record.ts';
import { beginExecution, planOnly, resumeExecution, type Execution } from '../../plans/execution.ts';
import { closeBatches } from './close-batches.ts';
import { executePlan } from './execute-plan.ts';
import type { WaitTracker } from '../../waiting/wait-tracker.ts';
import { InUseWait } from '../plan-conflicts.ts';
import type { KindRules, ReportBatch, RunKinds } from '../run-kinds.ts';

/** What batches are executed with. */
export interface BatchExecutorParts {
  readonly kinds: RunKinds;
  readonly lease: Lease;
  readonly ledger: Pick<RecordLedger, 'storePlan'>;
  readonly waits: Pick<WaitTracker, 'begin'>;
  readonly reportBatch: ReportBatch;
  readonly continues?: boolean;
  readonly isDryRun?: boolean;
}

/** How long a revised plan waits for others' unfinished plans: they may wait for this one. */
const maxRevisionWaitMs = 10_000;

/** Executes the stored plans of a run, and keeps track of those that are not reported. */
export class BatchExecutor {
  readonly #parts: BatchExecutorParts;
  /** Plans of an earlier worker that must still be executed. */
  readonly #left: readonly Execution[];
  /** In batch order. */
  readonly #unreported: Set<Execution>;

  constructor(parts: BatchExecutorParts, unfinished: readonly BatchPlan[]) {
    this.#parts = parts;
    this.#left = unfinished.map(parts.isDryRun ? planOnly : resumeExecution);
    this.#unreported = new Set(this.#left);
  }

  /** One function per plan that an earlier worker left: executes it and reports its outcomes. */
  get resumptions(): readonly (() => Promise<void>)[] {
    return this.#left.map((execution) => () => this.#execute(execution));
  }

  /** Executes a stored plan and reports its outcomes. */
  execute(plan: PlanToStore): Promise<void> {
    return this.#execute(this.#parts.isDryRun ? planOnly(plan) : beginExecution(plan));
  }

  /**
   * To be called when a run has stopped with this error and all work in flight has ended. After a cancellation or a failure
   * no worker executes its plans any more, so the outcomes known so far are reported.
   */
  async closeUnreported(error: unknown): Promise<void> {
    const { kinds, lease, reportBatch, continues = false } = this.#parts;
    if (!isFinal(error, lease.stopReason) || lease.lost.aborted) return;
    await closeBatches(this.#unreported, { kinds, reportBatch, signal: lease.lost, continues });
  }

  #execute(execution: Execution): Promise<void> {
    const { batch, kind, pass } = execution.plan;
    const attributes = { 'ridgeline.batch': batch, 'ridgeline.kind': kind, 'ridgeline.pass': pass };
    return withSpan('migration batch', attributes, () => this.#executeAndReport(execution));
  }

  async #executeAndReport(execution: Execution): Promise<void> {
    const { kinds, lease, reportBatch, isDryRun = false } = this.#parts;
    this.#unreported.add(execution);
    lease.stopping.throwIfAborted();
    const { kind } = execution.plan;
    const known = kinds.rulesOf(kind);
    if (!isDryRun && !(await this.#isWritten(execution, known))) return;
    this.#unreported.delete(execution);
    await reportBatch(execution, known);
  }

  /** Writes the planned changes; returns whether the batch must still be reported. */
  async #isWritten(execution: Execution, { rules }: KindRules): Promise<boolean> {
    const { kinds, lease } = this.#parts;
    try {
      await executePlan(execution, {
        object: rules,
        target: kinds.targetOf(execution.plan.kind),
        signals: { waiting: lease.stopping, calling: lease.writing },
        storePlan: (revised) => this.#storeRevision(revised),
      });
      return true;
    } catch (error) {
      if (!(error instanceof BatchCounted)) throw error;
      this.#unreported.delete(execution);
      return false;
    }
  }

  /** Stores a revised plan once no other run's unfinished plan conflicts with it; null when that takes too long. */
  async #storeRevision(plan: PlanToStore): Promise<PlanConflicts | null> {
    const { lease, ledger, waits } = this.#parts;
    const others = new InUseWait({ maxMs: maxRevisionWaitMs, waits, signal: lease.stopping });
    for (;;) {
      const answer = await ledger.storePlan(lease, plan, lease.stopping);
      if (!answer.inUse && answer.outdated.length === 0) return answer;
      if (others.isOver) return null;
      await others.pause();
    }
  }
}
