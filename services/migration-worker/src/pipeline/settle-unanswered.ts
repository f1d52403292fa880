import type { PlannedWrite } from '@ridgeline/contracts/internal';
import { reasonOf } from '../hubspot-io/failure-reason.ts';
import type { HubspotTarget } from '../hubspot-io/hubspot-target.ts';
import { findCreated, findUpdated } from '../hubspot-io/read-back.ts';
import { recordReader } from '../hubspot-io/read-records.ts';
import type { WriteRules } from '../object-migration/write-rules.ts';
import { done, failure, type Execution } from '../plans/execution.ts';
import { isCreate, isUpdate, isWrite } from '../plans/planned-record.ts';

/** The writes that may have been sent, and of which nothing was heard. */
export function unansweredOf({ plan, outcomes, sent }: Execution): readonly PlannedWrite[] {
  return plan.records.filter(isWrite).filter(({ sourceId }) => sent.has(sourceId) && !outcomes.has(sourceId));
}

/**
 * Finds out what became of writes of one kind that a run which ends for good had sent without hearing of them: they are
 * read back by their ids. What is not there was not written and has no outcome; when HubSpot does not answer before the
 * signal aborts, nobody knows, and the outcome says so. Answers whether HubSpot told.
 */
export async function settleUnanswered(
  executions: readonly Execution[],
  { rules, target }: { readonly rules: WriteRules; readonly target: Pick<HubspotTarget, 'read'> },
  signal: AbortSignal,
): Promise<boolean> {
  const open = executions.flatMap((execution) =>
    unansweredOf(execution).map((record) => ({ record, outcomes: execution.outcomes })),
  );
  if (open.length === 0) return true;
  const records = open.map(({ record }) => record);
  const read = recordReader(target, rules.type, signal);
  const ids = records.filter(isCreate).map(({ sourceId }) => sourceId);
  try {
    const [created, updated] = await Promise.all([
      findCreated(read, ids),
      findUpdated(read, records.filter(isUpdate)),
    ]);
    for (const { record, outcomes } of open) {
      const id = record.action === 'create' ? created(record.sourceId) : updated(record);
      if (id !== undefined) outcomes.set(record.sourceId, done(record, id));
    }
    return true;
  } catch {
    const unknown = reasonOf('not_confirmed', rules.type);
    for (const { record, outcomes } of open) outcomes.set(record.sourceId, failure(record, unknown));
    return false;
  }
}
