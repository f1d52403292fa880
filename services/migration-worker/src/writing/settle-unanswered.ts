import { notConfirmed } from '../planning/failure-reason.ts';
import type { PlannedCreate, PlannedUpdate, PlannedWrite } from '../planning/planned.ts';
import type { ContactReader } from '../planning/read-contacts.ts';
import { done, failure, type Execution } from './execute-plan.ts';
import { findCreated, findUpdated } from './write-records.ts';

/** The writes that may have been sent, and of which nothing was heard. */
export function unansweredOf({ plan, outcomes, sent }: Execution): readonly PlannedWrite[] {
  return plan.records.filter(
    (record): record is PlannedWrite =>
      (record.action === 'create' || record.action === 'update') &&
      sent.has(record.sourceId) &&
      !outcomes.has(record.sourceId),
  );
}

/**
 * Finds out what became of writes that a run which ends for good had sent without hearing of them: they are read back by
 * their ids. What is not there was not written and has no outcome; when HubSpot does not answer before the signal
 * aborts, nobody knows, and the outcome says so. Answers whether HubSpot told.
 */
export async function settleUnanswered(
  executions: readonly Execution[],
  target: ContactReader,
  signal: AbortSignal,
): Promise<boolean> {
  const open = executions.flatMap((execution) =>
    unansweredOf(execution).map((record) => ({ record, outcomes: execution.outcomes })),
  );
  if (open.length === 0) return true;
  const records = open.map(({ record }) => record);
  const creates = records.filter((record): record is PlannedCreate => record.action === 'create');
  const updates = records.filter((record): record is PlannedUpdate => record.action === 'update');
  const ids = creates.map(({ sourceId }) => sourceId);
  try {
    const [created, updated] = await Promise.all([
      findCreated(target, ids, signal),
      findUpdated(target, updates, signal),
    ]);
    for (const { record, outcomes } of open) {
      const id = record.action === 'create' ? created(record.sourceId) : updated(record);
      if (id !== undefined) outcomes.set(record.sourceId, done(record, id));
    }
    return true;
  } catch {
    for (const { record, outcomes } of open) outcomes.set(record.sourceId, failure(record, notConfirmed));
    return false;
  }
}
