import { UnreadableRecord, type AcculynxContact } from '@ridgeline/acculynx';
import type { RecordState } from '@ridgeline/contracts/internal';
import { addressFields, recordState } from '../../../object-migration/record-state.ts';

/** Raised when other fields are chosen. */
const version = 1;

/**
 * The state of a contact as the list and a single read show it. The list leaves billing addresses out (docs/vendors/acculynx.md,
 * 4.2), and none of them says when a contact was created or changed. One that cannot be read has no id by which it could be
 * compared: it has no state.
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
