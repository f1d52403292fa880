import { isWrite, type PlannedRecord, type PlannedWrite } from '@ridgeline/contracts/internal';
import { joinMarks } from '../../hubspot-io/written-marks.ts';
import { RunFailed } from '../../base/run-errors.ts';
import type { ReplanRules } from '../../object-migration/write-rules.ts';
import type { PlanConflicts } from '../../orchestrator/record-ledger.ts';
import type { PlanToStore } from '../../plans/planned-record.ts';
import type { Execution } from '../../plans/execution.ts';

/** A record that HubSpot refused, and how it is planned now. */
export interface PlanRevision {
  readonly refused: PlannedWrite;
  readonly planned: PlannedRecord;
}

/**
 * Stores the revised plan and answers its revised records. A unique value that another record of the run has is not taken:
 * the record is planned without it then. Null when the plan needs what another run's unfinished plan has, for longer than
 * `storePlan` waits: two plans that need each other's record would wait for ever.
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
  // Each turn removes at least one, so that there are no more turns than revisions.
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
      // Another unique value than the refused one, which is taken too, is what the record goes without.
      const wanted = taken.get(refused.sourceId) === 'key' && isWrite(planned) ? planned : refused;
      replanned.set(refused.sourceId, replan.withoutKey(wanted));
    }
    open = open.filter((one) => !given.includes(one));
  }
}

/** A revised record is planned of the same state of its source, and HubSpot has what it had already. */
function ofSameState(revised: PlannedRecord | undefined, record: PlannedRecord): PlannedRecord {
  if (!revised) return record;
  const { digest, held } = record;
  const planned = digest === undefined ? revised : { ...revised, digest };
  if (record.action === 'create' || planned.held === undefined) return planned;
  return { ...planned, held: held === undefined ? undefined : joinMarks(held, planned.held) };
}
