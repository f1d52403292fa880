import type {
  PlannedCreate,
  PlannedRecord,
  PlannedWrite,
  RecordWarning,
} from '@ridgeline/contracts/internal';
import type { HubspotProblem, HubspotRecord } from '@ridgeline/hubspot';
import { isConflict } from '../../../hubspot-io/failure-reason.ts';
import type { RecordReader } from '../../../hubspot-io/read-records.ts';
import {
  emailInUse,
  goesWithout,
  invalidInHubspot,
  replacedInHubspot,
  staysWithout,
  withOtherEmail,
} from '../contact-messages.ts';
import { emailKey, sourceIdOf } from './find-counterparts.ts';
import { emailsOf, listed, otherEmails, otherEmailsProperty, unlisted } from '../mapping/other-values.ts';
import { isPlausibleEmail } from '../mapping/email-address.ts';
import { omit } from '../../../base/collections.ts';
import { canStandAlone, createOf, sourceValues, updateOf } from './planned-contact.ts';

/** The email address in a write, if it contains one. */
function emailIn(record: PlannedWrite): string | undefined {
  return (record.action === 'create' ? record.properties : record.after)['email'];
}

/**
 * Plans a rejected contact again where that may help: with its next address, or none, if HubSpot does not accept the address;
 * as an update of the record that it conflicts with, or without the email if that record belongs to another contact
 * (docs/decisions.md, Identity). null when nothing can be done.
 */
export async function replanContact(
  record: PlannedWrite,
  problem: HubspotProblem,
  read: RecordReader,
): Promise<PlannedRecord | null> {
  const email = emailIn(record);
  if (email === undefined) return null;

  if (problem.properties.some(({ code }) => code === 'INVALID_EMAIL')) return withNextEmail(record, email);
  if (!isConflict(problem)) return null;

  if (record.action === 'create') {
    const existing = await conflicting(problem, email, read);
    const owner = existing && sourceIdOf(existing);
    if (existing && (owner === null || owner === record.sourceId)) return asUpdate(record, existing);
  }
  return planWithoutEmail(record);
}

/** The contact without its email, which another HubSpot contact has. */
export function planWithoutEmail(record: PlannedWrite): PlannedRecord {
  const email = emailIn(record) ?? '';
  const ending =
    record.action === 'create'
      ? goesWithout(canStandAlone(omit(record.properties, 'email')))
      : staysWithout(record.before['email'] ?? null);
  return dropEmail(record, emailInUse(email, ending), true);
}

async function conflicting(
  { existingId }: HubspotProblem,
  email: string,
  read: RecordReader,
): Promise<HubspotRecord | null> {
  const found =
    existingId === null
      ? (await read.byKey(emailKey, [email])).get(email)
      : (await read.byId([existingId])).get(existingId);
  return found ?? null;
}

function asUpdate(record: PlannedCreate, existing: HubspotRecord): PlannedRecord {
  const { sourceId, name, warnings, properties } = record;
  // The conflict shows that this record already has the address: primary or additional, it stays where it is.
  const values = omit(sourceValues(record), 'email', otherEmailsProperty);
  const others = otherEmails(unlisted(properties[otherEmailsProperty]), emailsOf(existing), existing);
  const about = { sourceId, name, warnings, deferred: null, has: properties['email'] };
  return updateOf(about, existing, { ...values, ...others });
}

/** The contact with its next plausible address, or without an email if it has no other. */
function withNextEmail(record: PlannedWrite, refused: string): PlannedRecord {
  const { sent, present } = sidesOf(record);
  const others = unlisted(sent[otherEmailsProperty]);
  const wasRefused = (address: string): boolean =>
    record.warnings.some((warning) => warning.refused === address);
  const next = others
    .map((address) => address.toLowerCase())
    .find((address) => isPlausibleEmail(address) && !wasRefused(address));
  if (next === undefined) return dropEmail(record, invalidInHubspot(refused), false);

  const addresses = [...others.filter((address) => address.toLowerCase() !== next), refused];
  const held = emailsOf({ properties: { ...present?.properties, email: next } });
  const values = {
    ...omit(sent, 'email', otherEmailsProperty),
    email: next,
    ...otherEmails(addresses, held, present),
  };
  const warnings = [...withOtherEmail(record.warnings, next), replacedInHubspot(refused, next)];
  const about = { sourceId: record.sourceId, name: record.name, warnings, deferred: null };
  return { ...(present ? updateOf(about, present, values) : createOf(about, values)), key: next };
}

/** The values of a write, and HubSpot's record as far as it was compared; null for a new one. */
const sidesOf = (record: PlannedWrite) =>
  record.action === 'create'
    ? { sent: record.properties, present: null }
    : { sent: record.after, present: { id: record.hubspotId, properties: record.before } };

/** The contact without its email, which is added to the other addresses; `isOpen`: whether it may still become free. */
function dropEmail(record: PlannedWrite, warning: RecordWarning, isOpen: boolean): PlannedRecord {
  const { sent, present } = sidesOf(record);
  const { email = '', [otherEmailsProperty]: sentOthers } = sent;
  const addresses = [...unlisted(sentOthers), ...(email === '' ? [] : [email])];
  const others = otherEmails(addresses, emailsOf(present ?? { properties: {} }), present);
  const about = {
    sourceId: record.sourceId,
    name: record.name,
    warnings: [...withOtherEmail(record.warnings, null), warning],
    deferred: isOpen ? { email, addresses: listed(addresses) } : null,
  };
  const values = { ...omit(sent, 'email', otherEmailsProperty), ...others };
  return present ? updateOf(about, present, values) : createOf(about, values);
}
