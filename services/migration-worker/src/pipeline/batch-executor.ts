import { endsForGood, RunStopped } from '../base/run-errors.ts';
import type { HubspotTarget } from '../hubspot-io/hubspot-target.ts';
import type { Lease } from '../lease/lease.ts';
import type { WriteRules } from '../object-migration/write-rules.ts';
import { BatchCounted, type RecordLedger } from '../orchestrator/orchestrator.ts';
import type { BatchPlan } from '../plans/batch-plan.ts';
import { beginExecution, type Execution } from '../plans/execution.ts';
import { executePlan } from './execute-plan.ts';
import { settleUnanswered } from './settle-unanswered.ts';

/** How long a run that ends for good asks what became of writes that nobody answered. */
const readBackMs = 30_000;

/** What batches are executed with. */
export interface BatchExecutorParts {
  readonly object: WriteRules;
  readonly lease: Lease;
  readonly target: HubspotTarget;
  readonly ledger: Pick<RecordLedger, 'storePlan'>;
  readonly reportBatch: (execution: Execution) => Promise<void>;
}

/** Executes a stored plan and reports what came of it. */
export async function executeBatch(plan: BatchPlan, parts: BatchExecutorParts): Promise<void> {
  const { object, lease, target, ledger, reportBatch } = parts;
  lease.stopping.throwIfAborted();
  const execution = beginExecution(plan);
  try {
    await executePlan(execution, {
      object,
      target,
      signals: { waiting: lease.stopping, calling: lease.writing },
      storePlan: (revised) => ledger.storePlan(lease, revised, lease.stopping),
    });
  } catch (error) {
    if (error instanceof BatchCounted) return;
    await closeUnfinished(execution, error, parts);
    throw error;
  }
  await reportBatch(execution);
}

/** Nobody executes this plan again after a cancel or a failure: what is done is reported as far as it went. */
async function closeUnfinished(
  execution: Execution,
  error: unknown,
  { object, lease, target, reportBatch }: BatchExecutorParts,
): Promise<void> {
  const final = !(error instanceof RunStopped) || endsForGood(lease.stopReason);
  if (!final || lease.lost.aborted) return;
  const patience = AbortSignal.any([lease.lost, AbortSignal.timeout(readBackMs)]);
  await settleUnanswered(execution, { object, target }, patience);
  if (execution.outcomes.size > 0) await reportBatch(execution);
}
