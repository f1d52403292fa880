import { UnreadableRecord, type AcculynxContact } from '@ridgeline/acculynx';
import type { RecordState } from '@ridgeline/contracts/internal';
import { addressFields, recordState } from '../../../object-migration/record-state.ts';

/** Raised when other fields are chosen. */
const version = 1;

/**
 * The state of a contact, the same in the list and in a single read. The list leaves billing addresses out
 * (docs/vendors/acculynx.md, 4.2), and contacts have no creation or modification date. An unreadable contact has no id to
 * compare by, and therefore no state.
 */
export function contactState(contact: AcculynxContact | UnreadableRecord): RecordState | null {
  if (contact instanceof UnreadableRecord) return null;
  const { firstName, lastName, salutation, companyName, crossReference } = contact;
  const fields = [
    [firstName, lastName, salutation, companyName, crossReference],
    contact.emailAddresses.map(({ address, primary, type }) => [address, primary, type]),
    contact.phoneNumbers.map(({ number, ext, primary, type }) => [number, ext, primary, type]),
    addressFields(contact.mailingAddress),
  ];
  return recordState({ version, fields, changedAt: null, createdAt: null });
}
