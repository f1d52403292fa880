import type { BatchPlan, PlannedRecord, PlannedWrite, TakenKey } from '@ridgeline/contracts/internal';
import { RunFailed } from '../base/run-errors.ts';
import type { ReplanRules } from '../object-migration/write-rules.ts';
import type { Execution } from '../plans/execution.ts';
import { isWrite } from '../plans/planned-record.ts';

/** A record that HubSpot refused, and how it is planned now. */
export interface Amendment {
  readonly refused: PlannedWrite;
  readonly planned: PlannedRecord;
}

/**
 * Records the amended plan and answers its amended records. What another record of the run has already cannot be taken:
 * the record goes without its unique value then, which it does not share with anybody.
 */
export async function recordAmendments(
  execution: Execution,
  amendments: readonly Amendment[],
  {
    storePlan,
    replan,
  }: {
    readonly storePlan: (plan: BatchPlan) => Promise<readonly TakenKey[]>;
    readonly replan: ReplanRules;
  },
): Promise<readonly PlannedRecord[]> {
  const amended = new Map(amendments.map(({ planned }) => [planned.sourceId, planned]));
  const revise = (): BatchPlan => {
    const { plan } = execution;
    const records = plan.records.map((record) => amended.get(record.sourceId) ?? record);
    return { ...plan, revision: plan.revision + 1, records };
  };
  // Each turn takes one at least away, so that there are no more turns than amendments.
  for (let open = amendments; ;) {
    const revised = revise();
    const taken = new Map((await storePlan(revised)).map(({ sourceId, kind }) => [sourceId, kind]));
    if (taken.size === 0) {
      execution.plan = revised;
      return [...amended.values()];
    }
    const given = open.filter(({ refused }) => taken.has(refused.sourceId));
    if (given.length === 0)
      throw new RunFailed('A batch cannot be planned: its keys are taken again and again.');
    for (const { refused, planned } of given) {
      // Another unique value than the refused one, which is taken too, is what the record goes without.
      const wanted = taken.get(refused.sourceId) === 'key' && isWrite(planned) ? planned : refused;
      amended.set(refused.sourceId, replan.withoutKey(wanted));
    }
    open = open.filter((one) => !given.includes(one));
  }
}
