import type { PlannedRecord, RecordIdentity, RecordWarning } from '@ridgeline/contracts/internal';
import type { HubspotRecord } from '@ridgeline/hubspot';
import type { MappedContact } from '../mapping/map-contact.ts';
import { emailsOf, matchedByIds, sourceIdOf, type Counterparts } from './counterparts.ts';
import { plannedCreate, plannedUpdate, withEmail, type SkipReason } from './planned.ts';

/** Everything that decides about one record. */
export interface RecordQuestion {
  readonly contact: MappedContact;
  readonly identity: RecordIdentity;
  readonly counterparts: Counterparts;
  readonly includeNoEmailContacts: boolean;
  /** Whether another record of the batch has this HubSpot record already: none may stand in a batch twice. */
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
  const about = { sourceId, displayName, warnings };

  if (!contact.emailGiven && !includeNoEmailContacts)
    return {
      sourceId,
      warnings,
      action: 'skip',
      reason: 'no_email' satisfies SkipReason,
      message: `${displayName} has no e-mail address; contacts without one are not included`,
    };
  if (contact.email !== null && email === null)
    warnings.push(emailShared(displayName, contact.email, identity.emailTakenBy));

  const free = (record: HubspotRecord | null) => (record && !isTaken(record.id) ? record : null);
  const matched = free(matchedByIds(sourceId, counterparts));
  const { byEmail } = counterparts;
  const emailOwner = byEmail && sourceIdOf(byEmail) !== null && sourceIdOf(byEmail) !== sourceId;

  if (matched) {
    const elsewhere = email !== null && byEmail !== null && byEmail.id !== matched.id;
    if (elsewhere) warnings.push(emailInUse(displayName, email));
    // An address that the record has already, first or additional, is not written again.
    const has = email !== null && emailsOf(matched).includes(email);
    return plannedUpdate(about, matched, withEmail(contact.values, elsewhere || has ? null : email));
  }
  if (email !== null && byEmail && !emailOwner && free(byEmail))
    return plannedUpdate(about, byEmail, contact.values);
  if (email !== null && byEmail) {
    warnings.push(emailInUse(displayName, email));
    return plannedCreate(about, contact.values);
  }
  return plannedCreate(about, withEmail(contact.values, email));
}

function emailShared(name: string, email: string, other: string | null): RecordWarning {
  return {
    code: 'email_shared',
    message: `${name}: the e-mail address ${email} belongs to contact ${other ?? ''} of AccuLynx too; this one goes over without it`,
  };
}

/** The warning for a record that goes over without its e-mail because another HubSpot record has it. */
export function emailInUse(name: string, email: string): RecordWarning {
  return {
    code: 'email_in_use',
    message: `${name}: another HubSpot contact has the e-mail address ${email}; this one goes over without it`,
  };
}
