import type { BatchPlan, PlannedRecord, TakenKey } from '@ridgeline/contracts/internal';
import { failureReason, noAnswer, recordGone, type FailureReason } from '../planning/failure-reason.ts';
import { planWithoutEmail, replanRecord } from '../planning/replan-record.ts';
import {
  displayNameOf,
  type PlannedCreate,
  type PlannedUpdate,
  type PlannedWrite,
} from '../planning/planned.ts';
import { RunFailed } from '../run/run-stop.ts';
import type { HubspotTarget } from '../vendors/hubspot-target.ts';
import type { CallSignals } from '../vendors/run-vendor-client.ts';
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
  /** Records whose write was asked for: it may have happened, also when no answer came. */
  readonly sent: Set<string>;
}

export interface PlanExecutor {
  readonly target: HubspotTarget;
  /**
   * Records an amended plan; nothing of it is written before this resolves. Answers what other records of the run have of
   * it: then nothing was recorded.
   */
  readonly storePlan: (plan: BatchPlan) => Promise<readonly TakenKey[]>;
  readonly signals: CallSignals;
}

/** Begins with what needs no write. */
export function beginExecution(plan: BatchPlan): Execution {
  return { plan, outcomes: new Map(plan.records.flatMap(settledByPlan)), sent: new Set() };
}

/** Begins with a plan that an earlier worker had: any of its writes may have been sent. */
export function resumeExecution(plan: BatchPlan): Execution {
  return { ...beginExecution(plan), sent: new Set(plan.records.map(({ sourceId }) => sourceId)) };
}

/**
 * Executes a plan as it stands; to execute it again writes the same again. Outcomes follow the plan's actions, not what
 * HubSpot calls new, so that they are the same after a repetition. Records that HubSpot refuses for a conflict or an
 * e-mail address are planned once more, recorded, and written; what is refused then is reported as failed.
 */
export async function executePlan(execution: Execution, executor: PlanExecutor): Promise<void> {
  const { target, signals } = executor;
  const amendments: Amendment[] = [];
  for (const write of await writeAll(execution.plan.records, executor, execution)) {
    const planned =
      write.result === 'refused'
        ? await replanRecord(target, write.record, write.problem, signals.waiting)
        : null;
    if (planned) amendments.push({ refused: write.record, planned });
    else execution.outcomes.set(write.record.sourceId, failed(write));
  }
  if (amendments.length === 0) return;

  const amended = await recordAmendments(execution, amendments, executor);
  for (const [sourceId, outcome] of amended.flatMap(settledByPlan)) execution.outcomes.set(sourceId, outcome);
  for (const write of await writeAll(amended, executor, execution))
    execution.outcomes.set(write.record.sourceId, failed(write));
}

/** A record that HubSpot refused, and how it is planned now. */
interface Amendment {
  readonly refused: PlannedWrite;
  readonly planned: PlannedRecord;
}

/**
 * Records the amended plan. What another record of the run has already cannot be taken: the record goes without its
 * e-mail then, which it does not share with anybody.
 */
async function recordAmendments(
  execution: Execution,
  amendments: readonly Amendment[],
  { storePlan }: PlanExecutor,
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
    const taken = new Set((await storePlan(revised)).map(({ sourceId }) => sourceId));
    if (taken.size === 0) {
      execution.plan = revised;
      return [...amended.values()];
    }
    const given = open.filter(({ refused }) => taken.has(refused.sourceId));
    if (given.length === 0)
      throw new RunFailed('A batch cannot be planned: its keys are taken again and again.');
    for (const { refused } of given) amended.set(refused.sourceId, withoutItsEmail(refused));
    open = open.filter((one) => !given.includes(one));
  }
}

function withoutItsEmail(record: PlannedWrite): PlannedRecord {
  const { email = '' } = record.action === 'create' ? record.properties : record.after;
  return planWithoutEmail(record, email);
}

/** Writes what is to be written, notes what is done, and returns the rest. */
async function writeAll(
  records: readonly PlannedRecord[],
  { target, signals }: PlanExecutor,
  { outcomes, sent }: Execution,
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
  const onSend = (some: readonly PlannedWrite[]): void => {
    for (const { sourceId } of some) sent.add(sourceId);
  };
  const writer = { target, signals, onSend };
  const ends = await Promise.allSettled([
    writeCreates(writer, creates).then(note),
    writeUpdates(writer, updates).then(note),
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

/** The outcome of a write that is done. */
export function done(record: PlannedWrite, hubspotId: string): Outcome {
  const kind = record.action === 'create' ? 'created' : 'updated';
  return { kind, hubspotId, reason: null, message: null };
}

const failed = (write: Written): Outcome => failure(write.record, reasonOf(write));

/** The outcome of a write that did not happen, or of which nobody knows whether it did. */
export function failure(record: PlannedWrite, { reason, words }: FailureReason): Outcome {
  return { kind: 'failed', hubspotId: null, reason, message: `${displayNameOf(record)}: ${words}` };
}

function reasonOf(write: Written): FailureReason {
  if (write.result === 'refused') return failureReason(write.problem);
  return write.record.action === 'update' ? recordGone : noAnswer;
}
