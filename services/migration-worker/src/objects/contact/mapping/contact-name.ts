import { UnreadableRecord, type AcculynxContact } from '@ridgeline/acculynx';
import { cleanText } from '@ridgeline/hubspot';
import { shortName } from '../../../hubspot-io/longest-text.ts';

type Named = Pick<AcculynxContact, 'id' | 'firstName' | 'lastName' | 'companyName'>;

/** A contact's name: the person's name, or else the company, or else the id. */
export function contactName({ id, firstName, lastName, companyName }: Named): string {
  const fullName = [cleanText(firstName), cleanText(lastName)].filter((part) => part !== null).join(' ');
  return shortName(fullName === '' ? (cleanText(companyName) ?? `Contact ${id}`) : fullName);
}

/** The same for a contact that may be unreadable; null where its name is unreadable, too. */
export const nameOfRead = (contact: AcculynxContact | UnreadableRecord): string | null =>
  contact instanceof UnreadableRecord ? contact.name : contactName(contact);
