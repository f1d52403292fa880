import type { AcculynxContact } from '@ridgeline/acculynx';
import type { RecordValues, RecordWarning } from '@ridgeline/contracts/internal';
import { fitValues } from '../../../hubspot-io/longest-text.ts';
import { mappedValues } from '../../../hubspot-io/mapping-row.ts';
import { invalidInSource, labelOf, noMailingAddress, replacedInSource } from '../contact-messages.ts';
import { contactRows } from './contact-mapping.ts';
import { contactName } from './contact-name.ts';
import { chooseEmail } from './email-address.ts';
import { choosePhones } from './phone-number.ts';

/** An AccuLynx contact in HubSpot's terms. */
export interface MappedContact {
  readonly sourceId: string;
  /** Its display name: the person's name, or else the company, or else the id. */
  readonly displayName: string;
  /** In lower case; null if there is no usable one. */
  readonly email: string | null;
  /** Whether AccuLynx holds any email address, usable or not. */
  readonly emailGiven: boolean;
  /** All its email addresses as text, usable or not, in AccuLynx' order. */
  readonly addresses: readonly string[];
  /** All values except the email addresses, whose targets depend on HubSpot's data. */
  readonly values: RecordValues;
  readonly warnings: readonly RecordWarning[];
}

/** Maps a contact by the rows of `contactRows`. Pure. */
export function mapContact(contact: AcculynxContact): MappedContact {
  const emails = chooseEmail(contact.emailAddresses);
  const phones = choosePhones(contact.phoneNumbers);
  const address = contact.mailingAddress ?? contact.billingAddress;
  const whole = mappedValues(contactRows, contact, { phones, address });
  const { values, warnings } = fitValues(whole, labelOf);

  return {
    sourceId: contact.id,
    displayName: contactName(contact),
    email: emails.email,
    emailGiven: emails.given,
    addresses: emails.all,
    values,
    warnings: [
      ...warnings,
      ...(address === null && !contact.isWhole ? [noMailingAddress] : []),
      ...emails.invalid.map((invalid) =>
        emails.email === null ? invalidInSource(invalid) : replacedInSource(invalid, emails.email),
      ),
    ],
  };
}
