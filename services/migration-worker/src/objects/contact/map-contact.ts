import type { AcculynxAddress, AcculynxContact } from '@ridgeline/acculynx';
import { contactType } from '@ridgeline/contracts';
import { cleanText } from '../../hubspot-io/clean-text.ts';
import type { RecordValues, RecordWarning } from '../../plans/planned-record.ts';
import { invalidInSource } from './contact-messages.ts';
import { chooseEmail } from './email-address.ts';
import { choosePhones } from './phone-number.ts';

/** An AccuLynx contact in HubSpot's terms. */
export interface MappedContact {
  readonly sourceId: string;
  /** For log lines: the person's name, else the company, else the id. */
  readonly displayName: string;
  /** In lower case; null when there is none that can be used. */
  readonly email: string | null;
  /** Whether AccuLynx holds any e-mail address, usable or not. */
  readonly emailGiven: boolean;
  /** All values but the e-mail. */
  readonly values: RecordValues;
  readonly warnings: readonly RecordWarning[];
}

/** Maps a contact (the list of properties: `contactProperties` of @ridgeline/hubspot). Pure. */
export function mapContact(contact: AcculynxContact): MappedContact {
  const { email, given, invalid } = chooseEmail(contact.emailAddresses);
  const { phone, mobile } = choosePhones(contact.phoneNumbers);
  const firstname = cleanText(contact.firstName);
  const lastname = cleanText(contact.lastName);
  const company = cleanText(contact.companyName);
  const fullName = [firstname, lastname].filter((part) => part !== null).join(' ');
  const displayName = fullName === '' ? (company ?? `Contact ${contact.id}`) : fullName;

  return {
    sourceId: contact.id,
    displayName,
    email,
    emailGiven: given,
    values: withoutEmpty({
      [contactType.sourceIdProperty]: contact.id,
      salutation: cleanText(contact.salutation),
      firstname,
      lastname,
      company,
      phone,
      mobilephone: mobile,
      ...addressValues(contact.mailingAddress ?? contact.billingAddress),
      acculynx_cross_reference: cleanText(contact.crossReference),
    }),
    warnings: invalid.map((address) => invalidInSource(displayName, address)),
  };
}

function addressValues(address: AcculynxAddress | null): Record<string, string | null> {
  if (address === null) return {};
  const lines = [cleanText(address.street1), cleanText(address.street2)].filter((line) => line !== null);
  return {
    address: lines.length === 0 ? null : lines.join(', '),
    city: cleanText(address.city),
    state: cleanText(address.state?.name ?? address.state?.abbreviation ?? null),
    zip: cleanText(address.zipCode),
    country: cleanText(address.country?.name ?? address.country?.abbreviation ?? null),
  };
}

function withoutEmpty(values: Record<string, string | null>): RecordValues {
  return Object.fromEntries(
    Object.entries(values).filter((entry): entry is [string, string] => entry[1] !== null),
  );
}
