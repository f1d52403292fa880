import type { AcculynxAddress, AcculynxContact } from '@ridgeline/acculynx';
import { contactType } from '@ridgeline/contracts';
import { cleanText } from '@ridgeline/hubspot';
import type { DocumentedRow, MappingRow } from '../../../hubspot-io/mapping-row.ts';
import { listed, otherEmailsProperty, otherPhonesProperty } from './other-values.ts';
import type { ChosenPhones } from './phone-number.ts';

/** Values that several rows use. */
interface ContactParts {
  readonly phones: ChosenPhones;
  /** The mailing address, or else the billing address. */
  readonly address: AcculynxAddress | null;
}

type Row = MappingRow<AcculynxContact, ContactParts>;

const asText = 'text';

const plain = (
  property: string,
  field: 'salutation' | 'firstName' | 'lastName' | 'companyName' | 'crossReference',
): Row => ({ property, from: [field], conversion: asText, value: (contact) => cleanText(contact[field]) });

const ofAddress = (
  property: string,
  fields: readonly string[],
  conversion: string,
  value: (address: AcculynxAddress) => string | null,
): Row => ({
  property,
  from: ['mailingAddress', 'billingAddress'].flatMap((part) => fields.map((field) => `${part}.${field}`)),
  conversion,
  value: (_, { address }) => address && value(address),
});

/** How the values of AccuLynx' contacts are written to HubSpot; for email addresses see `emailRows`. */
export const contactRows: readonly Row[] = [
  { property: contactType.sourceIdProperty, from: ['id'], conversion: 'as it is', value: ({ id }) => id },
  plain('salutation', 'salutation'),
  plain('firstname', 'firstName'),
  plain('lastname', 'lastName'),
  plain('company', 'companyName'),
  {
    property: 'phone',
    from: ['phoneNumbers.number', 'phoneNumbers.ext'],
    conversion:
      'the primary number that is no mobile one, else the first; in E.164 where it is valid, else as typed; ext. follows',
    value: (_, { phones }) => phones.phone,
  },
  {
    property: 'mobilephone',
    from: ['phoneNumbers.number', 'phoneNumbers.ext'],
    conversion: 'the primary mobile number, else the first; written like phone',
    value: (_, { phones }) => phones.mobile,
  },
  {
    property: otherPhonesProperty,
    from: ['phoneNumbers.number', 'phoneNumbers.ext'],
    conversion: "all numbers that are neither of the two, written like phone, separated by '; '",
    value: (_, { phones }) => listed(phones.others),
  },
  ofAddress('address', ['street1', 'street2'], "both lines, separated by ', '", ({ street1, street2 }) =>
    [street1, street2].flatMap((line) => cleanText(line) ?? []).join(', '),
  ),
  ofAddress('city', ['city'], asText, ({ city }) => cleanText(city)),
  ofAddress('state', ['state.name', 'state.abbreviation'], asText, ({ state }) => nameOf(state)),
  ofAddress('zip', ['zipCode'], asText, ({ zipCode }) => cleanText(zipCode)),
  ofAddress('country', ['country.name', 'country.abbreviation'], asText, ({ country }) => nameOf(country)),
  plain('acculynx_cross_reference', 'crossReference'),
];

/** Decided when a contact is planned, because it depends on HubSpot's data and on other contacts. */
export const emailRows: readonly DocumentedRow[] = [
  {
    property: 'email',
    from: ['emailAddresses.address'],
    conversion:
      'the primary address, else the first other one that is valid, in lower case; none that another contact has',
  },
  {
    property: otherEmailsProperty,
    from: ['emailAddresses.address'],
    conversion: "all addresses that HubSpot's own fields do not hold, separated by '; '",
  },
];

const nameOf = (place: AcculynxAddress['state']): string | null =>
  cleanText(place?.name ?? place?.abbreviation ?? null);
