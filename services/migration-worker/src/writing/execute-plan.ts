import type { BatchPlan, PlannedRecord } from '@ridgeline/contracts/internal';
import { failureReason, noAnswer, recordGone, type FailureReason } from '../planning/failure-reason.ts';
import { replanRecord } from '../planning/replan-record.ts';
import { displayNameOf, type PlannedCreate, type PlannedUpdate } from '../planning/planned.ts';
import type { HubspotTarget } from '../vendors/hubspot-target.ts';
import { writeCreates, writeUpdates, type Written } from './write-records.ts';

/** What came of one record. `reason` is a stable code where it was skipped or failed. */
export interface Outcome {
  readonly kind: 'created' | 'updated' | 'unchanged' | 'skipped' | 'failed';
  readonly hubspotId: string | null;
  readonly reason: string | null;
  /** For a person, where there is something to say. */
  readonly message: string | null;
}

/** How a batch went; it fills while the plan is executed, so that it is known also when the execution breaks off. */
export interface Execution {
  /** The plan in force: its latest revision. */
  plan: BatchPlan;
  readonly outcomes: Map<string, Outcome>;
}

export interface PlanExecutor {
  readonly target: HubspotTarget;
  /** Records an amended plan; nothing of it is written before this resolves. */
  readonly storePlan: (plan: BatchPlan) => Promise<void>;
  readonly signal: AbortSignal;
}

/** Begins with what needs no write. */
export function beginExecution(plan: BatchPlan): Execution {
  return { plan, outcomes: new Map(plan.records.flatMap(settledByPlan)) };
}

/**
 * Executes a plan as it stands; to execute it again writes the same again. Outcomes follow the plan's actions, not what
 * HubSpot calls new, so that they are the same after a repetition. Records that HubSpot refuses for a conflict or an
 * e-mail address are planned once more, recorded, and written; what is refused then is reported as failed.
 */
export async function executePlan(execution: Execution, executor: PlanExecutor): Promise<void> {
  const { target, storePlan, signal } = executor;
  const amended = new Map<string, PlannedRecord>();
  for (const write of await writeAll(execution.plan.records, executor, execution)) {
    const planned =
      write.result === 'refused' ? await replanRecord(target, write.record, write.problem, signal) : null;
    if (planned) amended.set(planned.sourceId, planned);
    else execution.outcomes.set(write.record.sourceId, failed(write));
  }
  if (amended.size === 0) return;

  const { plan } = execution;
  const records = plan.records.map((record) => amended.get(record.sourceId) ?? record);
  const revised = { ...plan, revision: plan.revision + 1, records };
  await storePlan(revised);
  execution.plan = revised;
  for (const [sourceId, outcome] of [...amended.values()].flatMap(settledByPlan))
    execution.outcomes.set(sourceId, outcome);
  for (const write of await writeAll([...amended.values()], executor, execution))
    execution.outcomes.set(write.record.sourceId, failed(write));
}

/** Writes what is to be written, notes what is done, and returns the rest. */
async function writeAll(
  records: readonly PlannedRecord[],
  { target, signal }: PlanExecutor,
  { outcomes }: Execution,
): Promise<readonly Written[]> {
  const creates = records.filter((record): record is PlannedCreate => record.action === 'create');
  const updates = records.filter((record): record is PlannedUpdate => record.action === 'update');
  const rest: Written[] = [];
  const note = (writes: readonly Written[]): void => {
    for (const write of writes)
      if (write.result === 'done') outcomes.set(write.record.sourceId, done(write.record, write.hubspotId));
      else rest.push(write);
  };
  // Both are brought to their end before a fault of one is raised, so that nothing is written unseen.
  const ends = await Promise.allSettled([
    writeCreates(target, creates, signal).then(note),
    writeUpdates(target, updates, signal).then(note),
  ]);
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
  return rest;
}

function settledByPlan(record: PlannedRecord): [string, Outcome][] {
  const { sourceId } = record;
  if (record.action === 'unchanged')
    return [[sourceId, { kind: 'unchanged', hubspotId: record.hubspotId, reason: null, message: null }]];
  if (record.action === 'skip')
    return [[sourceId, { kind: 'skipped', hubspotId: null, reason: record.reason, message: record.message }]];
  return [];
}

function done(record: PlannedCreate | PlannedUpdate, hubspotId: string): Outcome {
  const kind = record.action === 'create' ? 'created' : 'updated';
  return { kind, hubspotId, reason: null, message: null };
}

function failed(write: Written): Outcome {
  const why = reasonOf(write);
  return {
    kind: 'failed',
    hubspotId: null,
    reason: why.reason,
    message: `${displayNameOf(write.record)}: ${why.words}`,
  };
}

function reasonOf(write: Written): FailureReason {
  if (write.result === 'refused') return failureReason(write.problem);
  return write.record.action === 'update' ? recordGone : noAnswer;
}
