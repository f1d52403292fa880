import { contactProperties, propertyGroup } from '@ridgeline/contracts';
import { comparable, type ValueForm } from '../../../hubspot-io/written-marks.ts';
import type { Authorship } from '../../../hubspot-io/written-by-us.ts';
import type { ComparisonRules } from '../../../object-migration/write-rules.ts';
import { emailsOf, otherEmailsProperty, unlisted } from '../mapping/other-values.ts';

/** Addresses are compared in lower case; those in our own property in any order. */
export const contactForm: ValueForm = (property, value) => {
  if (property === otherEmailsProperty)
    return [...new Set(unlisted(value).map((address) => address.toLowerCase()))].sort().join(';');
  return property === 'email' ? comparable(value).toLowerCase() : comparable(value);
};

/** Only we write the properties of our group through the API. */
export const contactAuthorship: Authorship = {
  object: 'contacts',
  records: 'contacts',
  witnesses: contactProperties.flatMap(({ groupName, name }) =>
    groupName === propertyGroup.name ? name : [],
  ),
};

/** How HubSpot's contacts compare with what was written. An address counts in any of the contact's email fields. */
export const contactComparison: ComparisonRules = {
  form: contactForm,
  valuesIn: (record, property) => {
    const emails = property === 'email' ? emailsOf(record) : [];
    return emails.length > 0 ? emails : [record.properties[property] ?? ''];
  },
  nameIn: ({ properties }) => {
    const name = [properties['firstname'], properties['lastname']].filter(Boolean).join(' ');
    return name || (properties['company'] ?? properties['email'] ?? null);
  },
  authorship: contactAuthorship,
};
