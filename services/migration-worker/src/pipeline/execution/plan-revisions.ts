import { isWrite, type PlannedRecord, type PlannedWrite } from '@ridgeline/contracts/internal';
import { joinMarks } from '../../hubspot-io/written-marks.ts';
import { RunFailed } from '../../base/run-errors.ts';
import type { ReplanRules } from '../../object-migration/write-rules.ts';
import type { PlanConflicts } from '../../orchestrator/record-ledger.ts';
import type { PlanToStore } from '../../plans/planned-record.ts';
import type { Execution } from '../../plans/execution.ts';

/** A record that HubSpot rejected, and its new plan. */
export interface PlanRevision {
  readonly refused: PlannedWrite;
  readonly planned: PlannedRecord;
}

/**
 * Stores the revised plan and returns its revised records. If another record of the run has a unique value, the record is
 * planned without it. Null when the plan conflicts with another run's unfinished plan for longer than `storePlan` waits: two
 * plans that need each other's record would wait forever.
 */
export async function recordRevisions(
  execution: Execution,
  revisions: readonly PlanRevision[],
  {
    storePlan,
    replan,
  }: {
    readonly storePlan: (plan: PlanToStore) => Promise<PlanConflicts | null>;
    readonly replan: ReplanRules;
  },
): Promise<readonly PlannedRecord[] | null> {
  const replanned = new Map(revisions.map(({ planned }) => [planned.sourceId, planned]));
  const revise = (): PlanToStore => {
    const { plan } = execution;
    const records = plan.records.map((record) => ofSameState(replanned.get(record.sourceId), record));
    return { ...plan, revision: plan.revision + 1, records };
  };
  // Each iteration removes at least one revision, so there are no more iterations than revisions.
  for (let open = revisions; ;) {
    const revised = revise();
    const conflicts = await storePlan(revised);
    if (conflicts === null) return null;
    const taken = new Map(conflicts.taken.map(({ sourceId, kind }) => [sourceId, kind]));
    if (taken.size === 0) {
      execution.plan = revised;
      return [...replanned.values()];
    }
    const given = open.filter(({ refused }) => taken.has(refused.sourceId));
    if (given.length === 0)
      throw new RunFailed('A batch cannot be planned: its keys are taken again and again.', { isOurs: true });
    for (const { refused, planned } of given) {
      // If the replacement value is taken as well, the record goes without that one.
      const wanted = taken.get(refused.sourceId) === 'key' && isWrite(planned) ? planned : refused;
      replanned.set(refused.sourceId, replan.withoutKey(wanted));
    }
    open = open.filter((one) => !given.includes(one));
  }
}

/** A revised record is based on the same source state, and HubSpot still has the values that the record found there. */
function ofSameState(revised: PlannedRecord | undefined, record: PlannedRecord): PlannedRecord {
  if (!revised) return record;
  const { digest, held } = record;
  const planned = digest === undefined ? revised : { ...revised, digest };
  if (record.action === 'create' || planned.held === undefined) return planned;
  return { ...planned, held: held === undefined ? undefined : joinMarks(held, planned.held) };
}
