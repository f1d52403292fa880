import type { PlannedRecord } from '@ridgeline/contracts/internal';
import type { HubspotProblem, HubspotRecord } from '@ridgeline/hubspot';
import type { HubspotTarget } from '../../hubspot-io/hubspot-target.ts';
import { sourceIdOf } from './counterparts.ts';
import { isConflict, isInvalidEmail } from '../../hubspot-io/failure-reason.ts';
import { emailInUse, goesWithout, staysWithout } from './plan-contact.ts';
import {
  canStandAlone,
  displayNameOf,
  plannedChange,
  plannedCreate,
  plannedUpdate,
  sourceValues,
  withoutEmail,
  type PlannedCreate,
  type PlannedWrite,
} from './planned-contact.ts';
import { readContacts } from '../../hubspot-io/read-records.ts';

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

  if (isInvalidEmail(problem)) {
    const message = `${name}: HubSpot does not accept the e-mail address ${email}; it was left out`;
    return dropEmail(record, { code: 'invalid_email', message }, null);
  }
  if (!isConflict(problem)) return null;

  if (record.action === 'create') {
    const existing = await conflicting(target, problem, email, signal);
    const owner = existing && sourceIdOf(existing);
    if (existing && (owner === null || owner === record.sourceId)) return asUpdate(record, existing);
  }
  return planWithoutEmail(record, email);
}

/** The record without its e-mail, which another HubSpot contact has. */
export function planWithoutEmail(record: PlannedWrite, email: string): PlannedRecord {
  const without =
    record.action === 'create'
      ? goesWithout(canStandAlone(withoutEmail(record.properties)))
      : staysWithout(record.before['email'] ?? null);
  return dropEmail(record, emailInUse(displayNameOf(record), email, without), email);
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
  return plannedUpdate({ ...record, displayName: displayNameOf(record), withheld: null }, existing, values);
}

/** The record without its e-mail; `withheld` is the address when it may still become free. */
function dropEmail(
  record: PlannedWrite,
  warning: PlannedRecord['warnings'][number],
  withheld: string | null,
): PlannedRecord {
  const { sourceId } = record;
  const warnings = [...record.warnings, warning];
  const about = { sourceId, warnings, displayName: displayNameOf(record), withheld };
  if (record.action === 'create') return plannedCreate(about, withoutEmail(record.properties));
  return plannedChange(about, record.hubspotId, {
    before: withoutEmail(record.before),
    after: withoutEmail(record.after),
  });
}
