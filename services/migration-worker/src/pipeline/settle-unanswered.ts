import { reasonOf } from '../hubspot-io/failure-reason.ts';
import type { HubspotTarget } from '../hubspot-io/hubspot-target.ts';
import { findCreated, findUpdated } from '../hubspot-io/read-back.ts';
import { recordReader } from '../hubspot-io/read-records.ts';
import type { WriteRules } from '../object-migration/write-rules.ts';
import { done, failure, type Execution } from '../plans/execution.ts';
import { isCreate, isUpdate, isWrite } from '../plans/planned-record.ts';

/**
 * Finds out what became of writes that a run which ends for good had sent without hearing of them: they are read back by
 * their ids. What is not there was not written and has no outcome; when HubSpot does not answer before the signal
 * aborts, nobody knows, and the outcome says so.
 */
export async function settleUnanswered(
  { plan, outcomes, sent }: Execution,
  { object, target }: { readonly object: WriteRules; readonly target: HubspotTarget },
  signal: AbortSignal,
): Promise<void> {
  const open = plan.records
    .filter(isWrite)
    .filter(({ sourceId }) => sent.has(sourceId) && !outcomes.has(sourceId));
  if (open.length === 0) return;
  const read = recordReader(target, object.type, signal);
  const ids = open.filter(isCreate).map(({ sourceId }) => sourceId);
  try {
    const [created, updated] = await Promise.all([
      findCreated(read, ids),
      findUpdated(read, open.filter(isUpdate)),
    ]);
    for (const record of open) {
      const id = record.action === 'create' ? created(record.sourceId) : updated(record);
      if (id !== undefined) outcomes.set(record.sourceId, done(record, id));
    }
  } catch {
    for (const record of open)
      outcomes.set(record.sourceId, failure(object.nameOf(record), reasonOf('not_confirmed', object.type)));
  }
}
