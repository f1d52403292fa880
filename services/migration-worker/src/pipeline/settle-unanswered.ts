import { notConfirmed } from '../hubspot-io/failure-reason.ts';
import type { PlannedCreate, PlannedUpdate, PlannedWrite } from '../objects/contact/planned-contact.ts';
import type { HubspotTarget } from '../hubspot-io/hubspot-target.ts';
import { done, failure, type Execution } from './execute-plan.ts';
import { findCreated, findUpdated } from '../hubspot-io/write-records.ts';

/**
 * Finds out what became of writes that a run which ends for good had sent without hearing of them: they are read back by
 * their ids. What is not there was not written and has no outcome; when HubSpot does not answer before the signal
 * aborts, nobody knows, and the outcome says so.
 */
export async function settleUnanswered(
  { plan, outcomes, sent }: Execution,
  target: HubspotTarget,
  signal: AbortSignal,
): Promise<void> {
  const open = plan.records.filter(
    (record): record is PlannedWrite =>
      (record.action === 'create' || record.action === 'update') &&
      sent.has(record.sourceId) &&
      !outcomes.has(record.sourceId),
  );
  if (open.length === 0) return;
  const creates = open.filter((record): record is PlannedCreate => record.action === 'create');
  const updates = open.filter((record): record is PlannedUpdate => record.action === 'update');
  const ids = creates.map(({ sourceId }) => sourceId);
  try {
    const [created, updated] = await Promise.all([
      findCreated(target, ids, signal),
      findUpdated(target, updates, signal),
    ]);
    for (const record of open) {
      const id = record.action === 'create' ? created(record.sourceId) : updated(record);
      if (id !== undefined) outcomes.set(record.sourceId, done(record, id));
    }
  } catch {
    for (const record of open) outcomes.set(record.sourceId, failure(record, notConfirmed));
  }
}
