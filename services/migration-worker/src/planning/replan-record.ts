import type { PlannedRecord } from '@ridgeline/contracts/internal';
import type { HubspotProblem, HubspotRecord } from '@ridgeline/hubspot';
import type { HubspotTarget } from '../vendors/hubspot-target.ts';
import { sourceIdOf } from './counterparts.ts';
import { isConflict, isInvalidEmail } from './failure-reason.ts';
import { emailInUse } from './plan-record.ts';
import {
  displayNameOf,
  plannedCreate,
  plannedUpdate,
  sourceValues,
  withoutEmail,
  type PlannedCreate,
  type PlannedWrite,
} from './planned.ts';
import { readContacts } from './read-contacts.ts';

/**
 * Plans a refused record once more where that may help: without its e-mail when HubSpot does not accept the address; as
 * an update of the record that it conflicts with, or without the e-mail when that record is another source record's
 * (design.md, 4). null when nothing can be done.
 */
export async function replanRecord(
  target: HubspotTarget,
  record: PlannedWrite,
  problem: HubspotProblem,
  signal: AbortSignal,
): Promise<PlannedRecord | null> {
  const values = record.action === 'create' ? record.properties : record.after;
  const email = values['email'];
  const name = displayNameOf(record);
  if (email === undefined) return null;

  if (isInvalidEmail(problem))
    return dropEmail(record, {
      code: 'invalid_email',
      message: `${name}: HubSpot does not accept the e-mail address ${email}; it was left out`,
    });
  if (!isConflict(problem)) return null;

  if (record.action === 'create') {
    const existing = await conflicting(target, problem, email, signal);
    const owner = existing && sourceIdOf(existing);
    if (existing && (owner === null || owner === record.sourceId)) return asUpdate(record, existing);
  }
  return dropEmail(record, emailInUse(name, email));
}

async function conflicting(
  target: HubspotTarget,
  { existingId }: HubspotProblem,
  email: string,
  signal: AbortSignal,
): Promise<HubspotRecord | null> {
  const found =
    existingId === null
      ? (await readContacts(target, 'email', [email], signal)).get(email)
      : (await readContacts(target, 'id', [existingId], signal)).get(existingId);
  return found ?? null;
}

function asUpdate(record: PlannedCreate, existing: HubspotRecord): PlannedRecord {
  // The conflict says that the address is this record's: first or additional, it stays where it is.
  const values = withoutEmail(sourceValues(record));
  return plannedUpdate({ ...record, displayName: displayNameOf(record) }, existing, values);
}

function dropEmail(record: PlannedWrite, warning: PlannedRecord['warnings'][number]): PlannedRecord {
  const { sourceId } = record;
  const warnings = [...record.warnings, warning];
  if (record.action === 'create')
    return plannedCreate(
      { sourceId, warnings, displayName: displayNameOf(record) },
      withoutEmail(record.properties),
    );
  const before = withoutEmail(record.before);
  const after = withoutEmail(record.after);
  const { hubspotId } = record;
  return Object.keys(after).length === 0
    ? { action: 'unchanged', sourceId, warnings, hubspotId }
    : { action: 'update', sourceId, warnings, hubspotId, before, after };
}
