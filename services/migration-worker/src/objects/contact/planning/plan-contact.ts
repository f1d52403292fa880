import { contactType } from '@ridgeline/contracts';
import type { PlannedRecord, RecordIdentity, RecordValues } from '@ridgeline/contracts/internal';
import type { HubspotRecord } from '@ridgeline/hubspot';
import { matchedByIds } from '../../../hubspot-io/match-by-ids.ts';
import type { PlanQuestion } from '../../../object-migration/object-migration.ts';
import {
  contactMerged,
  emailInUse,
  emailOverwritten,
  emailShared,
  goesWithout,
  noEmail,
  recordShared,
  staysWithout,
} from '../contact-messages.ts';
import { sourceIdOf, usableEmail, type Counterparts } from './find-counterparts.ts';
import { emailsOf, listed, otherEmails } from '../mapping/other-values.ts';
import type { ContactPlanOptions } from '../prepare/prepare-contacts.ts';
import type { MappedContact } from '../mapping/map-contact.ts';
import { canStandAlone, createOf, updateOf, type Subject } from './planned-contact.ts';

/** Plans one contact by the identity rules (docs/decisions.md, Identity). Pure. */
export function planContact(
  question: PlanQuestion<MappedContact, Counterparts, ContactPlanOptions>,
): PlannedRecord {
  const { record: contact, identity, counterparts, options, isTaken } = question;
  const { sourceId, displayName: name } = contact;
  const email = usableEmail(contact, identity);
  const warnings = [...contact.warnings];

  const { includeNoEmailContacts, includesLinked = false } = options;
  const goesWithoutEmail = includeNoEmailContacts || (includesLinked && identity.hubspotId !== null);
  if (!contact.emailGiven && !goesWithoutEmail)
    return { sourceId, name, warnings, action: 'skip', reason: 'no_email', message: noEmail };

  const free = (record: HubspotRecord | null) => (record && !isTaken(record.id) ? record : null);
  const byIds = matchedByIds(contactType, sourceId, counterparts);
  const merged = byIds ? null : mergedInto(identity, counterparts);
  if (merged)
    return {
      sourceId,
      name,
      warnings: [],
      action: 'skip',
      reason: 'merged_in_hubspot',
      message: contactMerged,
      standIn: merged.id,
    };
  const matched = free(byIds);
  if (byIds && !matched) warnings.push(recordShared);
  const { byEmail } = counterparts;
  const emailOwner = byEmail && sourceIdOf(byEmail) !== null && sourceIdOf(byEmail) !== sourceId;
  const about = { sourceId, name, warnings, deferred: null };
  // An address that the record already has, primary or additional, is neither missing nor written again.
  const has = matched !== null && contact.email !== null && emailsOf(matched).includes(contact.email);

  if (contact.email === null) return goingTo(matched, contact, null, about);
  if (has) return goingTo(matched, contact, null, { ...about, has: contact.email });
  if (email !== null && !matched && byEmail && !emailOwner && free(byEmail))
    return goingTo(byEmail, contact, null, { ...about, has: email });
  if (email !== null && (byEmail === null || byEmail.id === matched?.id)) {
    const { foreignEmail } = counterparts;
    if (matched && foreignEmail !== null) warnings.push(emailOverwritten(foreignEmail, email));
    return goingTo(matched, contact, email, about);
  }

  const without = matched
    ? staysWithout(matched.properties['email'] ?? null)
    : goesWithout(canStandAlone(contact.values));
  const warning = email === null ? emailShared(contact.email, without) : emailInUse(email, without);
  const deferred = { email: contact.email, addresses: listed(contact.addresses) };
  return goingTo(matched, contact, null, { ...about, warnings: [...warnings, warning], deferred });
}

/**
 * The result if users merged the linked contact into the contact of another source contact: that one represents both, and
 * creating a new one would undo the merge (ADR 34).
 */
function mergedInto({ hubspotId }: RecordIdentity, { linked }: Counterparts): HubspotRecord | null {
  return linked && linked.id !== hubspotId ? linked : null;
}

/** Plans a contact for a HubSpot record, or for a new one, with this email or none. */
function goingTo(
  record: HubspotRecord | null,
  { values, addresses }: MappedContact,
  email: string | null,
  about: Subject,
): PlannedRecord {
  const given: RecordValues = email === null ? {} : { email };
  const held = emailsOf({ properties: { ...record?.properties, ...given } });
  const all = { ...values, ...given, ...otherEmails(addresses, held, record) };
  return record ? updateOf(about, record, all) : createOf(about, all);
}
