import type { OutcomeFacts } from '@ridgeline/contracts';
import {
  isArchive,
  isCreate,
  isUpdate,
  isWrite,
  type PlannedChange,
  type PlannedRecord,
} from '@ridgeline/contracts/internal';
import type { PlanConflicts } from '../../orchestrator/record-ledger.ts';
import type { PlanToStore } from '../../plans/planned-record.ts';
import { failureReason, reasonOf } from '../../hubspot-io/failure-reason.ts';
import type { HubspotTarget } from '../../hubspot-io/hubspot-target.ts';
import { recordReader } from '../../hubspot-io/read-records.ts';
import { writeArchives, writeCreates, writeUpdates, type Written } from '../../hubspot-io/write-records.ts';
import type { WriteRules } from '../../object-migration/write-rules.ts';
import { done, failure, settledByPlan, type Execution } from '../../plans/execution.ts';
import type { CallSignals } from '../../vendors/run-vendors.ts';
import { recordRevisions, type PlanRevision } from './plan-revisions.ts';

export interface PlanExecutor {
  readonly object: WriteRules;
  readonly target: HubspotTarget;
  /**
   * Stores a revised plan; none of it is written before this resolves. Returns the conflicts with other records of the
   * run, in which case nothing was stored. Null when another run's unfinished plan conflicts with it for too long.
   */
  readonly storePlan: (plan: PlanToStore) => Promise<PlanConflicts | null>;
  readonly signals: CallSignals;
}

/** How often a rejected record is planned again at most. */
const maxRevisions = 5;

/**
 * Executes a plan as it stands; to execute it again writes the same again. Outcomes follow the plan's actions, not what
 * HubSpot calls new, so that they are the same after a repetition. Records that HubSpot rejects are planned again where
 * their kind knows how, recorded, and written, several times: the next value may be rejected as well. What is rejected
 * after that is reported as failed.
 */
export async function executePlan(execution: Execution, executor: PlanExecutor): Promise<void> {
  const { object, target, signals, storePlan } = executor;
  const { replan } = object;
  const read = recordReader(target, object.type, signals.waiting);
  let refused = await writeAll(execution.plan.records, executor, execution);
  for (let round = 0; replan && round < maxRevisions; round += 1) {
    const revisions: PlanRevision[] = [];
    for (const write of refused) {
      const { record } = write;
      const planned =
        write.result === 'refused' && isWrite(record)
          ? await replan.afterRefusal(record, write.problem, read)
          : null;
      if (planned && isWrite(record)) revisions.push({ refused: record, planned });
      else execution.outcomes.set(write.record.sourceId, failed(write, object));
    }
    if (revisions.length === 0) return;
    const revised = await recordRevisions(execution, revisions, { storePlan, replan });
    if (revised === null) break;
    for (const [sourceId, outcome] of revised.flatMap(settledByPlan))
      execution.outcomes.set(sourceId, outcome);
    refused = await writeAll(revised, executor, execution);
  }
  for (const write of refused) execution.outcomes.set(write.record.sourceId, failed(write, object));
}

/** Writes the planned changes, records the results, and returns the rest. */
async function writeAll(
  records: readonly PlannedRecord[],
  { object: { type }, target, signals }: PlanExecutor,
  { outcomes, sent }: Execution,
): Promise<readonly Written[]> {
  const rest: Written[] = [];
  const note = (writes: readonly Written[]): void => {
    for (const write of writes)
      if (write.result === 'done') outcomes.set(write.record.sourceId, done(write.record, write.hubspotId));
      else rest.push(write);
  };
  const onSend = (some: readonly PlannedChange[]): void => {
    for (const { sourceId } of some) sent.add(sourceId);
  };
  const writer = { target, type, signals, onSend };
  // All writes are completed before an error of one is thrown, so that no write goes unnoticed.
  const ends = await Promise.allSettled([
    writeCreates(writer, records.filter(isCreate)).then(note),
    writeUpdates(writer, records.filter(isUpdate)).then(note),
    writeArchives(writer, records.filter(isArchive)).then(note),
  ]);
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
  return rest;
}

function failed(write: Written, { type }: WriteRules): OutcomeFacts {
  const { record } = write;
  if (write.result === 'refused') return failure(record, failureReason(write.problem, type));
  const code = record.action === 'update' ? 'hubspot_record_gone' : 'no_result';
  return failure(record, reasonOf(code, type));
}
