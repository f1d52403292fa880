import type { Contact } from '../../seed/contacts.ts';
import type { EmailAddress } from '../../seed/emails.ts';
import type { PhoneNumber } from '../../seed/phones.ts';
import { stub } from '../answers/links.ts';
import { renderAddress } from '../answers/render-address.ts';

export interface ContactView {
  readonly emails: boolean;
  readonly phones: boolean;
  readonly billingAddress: boolean;
}

export const renderEmail = (contactId: string, email: EmailAddress) => ({
  ...stub(email.id, `/contacts/${contactId}/email-addresses/${email.id}`),
  address: email.address,
  primary: email.primary,
  type: email.type,
});

export const renderPhone = (contactId: string, phone: PhoneNumber) => ({
  ...stub(phone.id, `/contacts/${contactId}/phone-numbers/${phone.id}`),
  number: phone.number,
  ext: phone.ext,
  type: phone.type,
  primary: phone.primary,
  smsOptOut: phone.smsOptOut,
});

/** A contact as reads show it, without types, notes and dates (docs/vendors/acculynx.md, 4.2). */
export function renderContact(contact: Contact, view: ContactView) {
  const { id } = contact;
  return {
    ...stub(id, `/contacts/${id}`),
    firstName: contact.firstName,
    lastName: contact.lastName,
    salutation: contact.salutation,
    crossReference: contact.crossReference,
    companyName: contact.companyName,
    phoneNumbers: contact.phoneNumbers.map((phone) =>
      view.phones ? renderPhone(id, phone) : stub(phone.id, `/contacts/${id}/phone-numbers/${phone.id}`),
    ),
    emailAddresses: contact.emailAddresses.map((email) =>
      view.emails ? renderEmail(id, email) : stub(email.id, `/contacts/${id}/email-addresses/${email.id}`),
    ),
    mailingAddress: renderAddress(contact.mailingAddress),
    ...(view.billingAddress ? { billingAddress: renderAddress(contact.billingAddress) } : {}),
  };
}

/** Reads `includes=emailAddress,phoneNumber`; unknown ones are ignored. */
export function contactView(includes: string | null, billingAddress: boolean): ContactView {
  const wanted = new Set((includes ?? '').split(',').map((name) => name.trim()));
  return { emails: wanted.has('emailAddress'), phones: wanted.has('phoneNumber'), billingAddress };
}
