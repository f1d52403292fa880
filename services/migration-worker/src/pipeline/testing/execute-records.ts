import type { BatchPlan, PlannedRecord } from '@ridgeline/contracts/internal';
import type { HubspotTarget } from '../../hubspot-io/hubspot-target.ts';
import type { WriteRules } from '../../object-migration/write-rules.ts';
import { beginExecution, type Execution } from '../../plans/execution.ts';
import { reading } from '../../vendors/run-vendors.ts';
import { executePlan } from '../execution/execute-plan.ts';

/** The plan of batch 3 with these records. */
export const planOf = (records: readonly PlannedRecord[], kind = 'contact'): BatchPlan => ({
  batch: 3,
  revision: 1,
  kind,
  pass: 'records',
  cursor: { page: 1, offset: 0 },
  records,
});

/** Executes a plan of these records; returns the amendments, and each record's outcome. */
export async function executeRecords(
  object: WriteRules,
  target: HubspotTarget,
  records: readonly PlannedRecord[],
): Promise<Execution & { stored: BatchPlan[]; kinds: Record<string, string> }> {
  const stored: BatchPlan[] = [];
  const execution = beginExecution(planOf(records, object.type.name));
  await executePlan(execution, {
    object,
    target,
    signals: reading(new AbortController().signal),
    storePlan: (plan) => {
      stored.push(plan);
      return Promise.resolve({ taken: [], outdated: [], inUse: false });
    },
  });
  const kinds = Object.fromEntries([...execution.outcomes].map(([id, { outcome }]) => [id, outcome]));
  return { ...execution, stored, kinds };
}
