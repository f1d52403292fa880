import type { PlannedRecord, RecordIdentity, RecordWarning } from '@ridgeline/contracts/internal';
import type { HubspotRecord } from '@ridgeline/hubspot';
import type { MappedContact } from './map-contact.ts';
import { emailsOf, matchedByIds, sourceIdOf, type Counterparts } from './counterparts.ts';
import {
  canStandAlone,
  plannedCreate,
  plannedUpdate,
  withEmail,
  type SkipReason,
} from './planned-contact.ts';

/** Everything that decides about one record. */
export interface RecordQuestion {
  readonly contact: MappedContact;
  readonly identity: RecordIdentity;
  readonly counterparts: Counterparts;
  readonly includeNoEmailContacts: boolean;
  /** Whether another record of the run has this HubSpot record already: no two may go to one. */
  readonly isTaken: (hubspotId: string) => boolean;
}

/** The e-mail that the record may carry: none when another source record of the run has it. */
export function usableEmail(
  { sourceId, email }: Pick<MappedContact, 'sourceId' | 'email'>,
  { emailTakenBy }: Pick<RecordIdentity, 'emailTakenBy'>,
): string | null {
  return emailTakenBy === null || emailTakenBy === sourceId ? email : null;
}

/** Plans one record by the identity rules of design.md, section 4. Pure. */
export function planRecord(question: RecordQuestion): PlannedRecord {
  const { contact, identity, counterparts, includeNoEmailContacts, isTaken } = question;
  const { sourceId, displayName } = contact;
  const email = usableEmail(contact, identity);
  const warnings = [...contact.warnings];

  if (!contact.emailGiven && !includeNoEmailContacts)
    return {
      sourceId,
      warnings,
      action: 'skip',
      reason: 'no_email' satisfies SkipReason,
      message: `${displayName} has no e-mail address; contacts without one are not included`,
    };

  const free = (record: HubspotRecord | null) => (record && !isTaken(record.id) ? record : null);
  const byIds = matchedByIds(sourceId, counterparts);
  const matched = free(byIds);
  if (byIds && !matched) warnings.push(recordShared(displayName));
  const { byEmail } = counterparts;
  const emailOwner = byEmail && sourceIdOf(byEmail) !== null && sourceIdOf(byEmail) !== sourceId;
  const about = { sourceId, displayName, warnings, withheld: null };
  // An address that the record has already, first or additional, is neither missing nor written again.
  const has = matched !== null && contact.email !== null && emailsOf(matched).includes(contact.email);

  if (contact.email === null || has)
    return matched ? plannedUpdate(about, matched, contact.values) : plannedCreate(about, contact.values);
  if (email !== null && !matched && byEmail && !emailOwner && free(byEmail))
    return plannedUpdate(about, byEmail, contact.values);
  if (email !== null && (byEmail === null || byEmail.id === matched?.id)) {
    const values = withEmail(contact.values, email);
    return matched ? plannedUpdate(about, matched, values) : plannedCreate(about, values);
  }

  const without = matched
    ? staysWithout(matched.properties['email'] ?? null)
    : goesWithout(canStandAlone(contact.values));
  const warning =
    email === null
      ? emailShared(displayName, contact.email, without)
      : emailInUse(displayName, email, without);
  const withheld = { ...about, warnings: [...warnings, warning], withheld: contact.email };
  return matched ? plannedUpdate(withheld, matched, contact.values) : plannedCreate(withheld, contact.values);
}

/** How a warning ends for a record that is new to HubSpot, and has other values to stand by or not. */
export const goesWithout = (alone = true): string =>
  alone ? 'this one goes over without it' : 'this one is nothing without it and waits';

/** How a warning ends for a record that HubSpot has, with this e-mail address or none. */
export const staysWithout = (present: string | null): string =>
  present === null || present === '' ? 'this one stays without it' : `this one keeps ${present}`;

/** The other contact is not named: its name may not have been read yet, and its id says nothing to a person. */
function emailShared(name: string, email: string, without: string): RecordWarning {
  return {
    code: 'email_shared',
    message: `${name}: another AccuLynx contact has the e-mail address ${email} too; ${without}`,
  };
}

/** Two links can lead to one record after a merge in HubSpot. */
function recordShared(name: string): RecordWarning {
  return {
    code: 'record_shared',
    message: `${name}: another AccuLynx contact goes to the HubSpot contact that this one was; it becomes a contact of its own`,
  };
}

/** The warning for a record that does not get its e-mail because another HubSpot record has it. */
export function emailInUse(name: string, email: string, without: string): RecordWarning {
  return {
    code: 'email_in_use',
    message: `${name}: another HubSpot contact has the e-mail address ${email}; ${without}`,
  };
}
