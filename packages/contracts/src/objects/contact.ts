import { z } from 'zod';
import { failureTexts, type ObjectType } from './object-type.ts';

/** AccuLynx' contacts, which become HubSpot's contacts. */
export const contactType = {
  name: 'contact',
  migrationType: 'contacts',
  noun: { one: 'contact', many: 'contacts' },
  hubspotNoun: { one: 'contact', many: 'contacts' },
  hubspotObject: 'contacts',
  sourceIdProperty: 'acculynx_contact_id',
  options: z.object({ includeNoEmailContacts: z.boolean() }),
  alongside: [],
  reasons: {
    failed: failureTexts('contact'),
    skipped: {
      no_email: 'No email address in AccuLynx',
      merged_in_hubspot: 'It was merged into the contact of another AccuLynx contact in HubSpot',
      nothing_to_write: 'Nothing in AccuLynx that HubSpot could hold',
    },
    warned: {
      invalid_email: 'HubSpot does not accept the email address',
      email_replaced: 'The first email address is not valid; another one of theirs stands in HubSpot',
      email_overwritten: 'An email address that was changed in HubSpot was replaced by the one in AccuLynx',
      email_shared: 'Another AccuLynx contact has the same email address',
      email_in_use: 'Another HubSpot contact has the email address',
      other_emails: 'Email addresses that HubSpot could not take as such stand in "AccuLynx other emails"',
      other_phones: 'Phone numbers that HubSpot could not take as such stand in "AccuLynx other phones"',
      no_mailing_address: 'No mailing address in AccuLynx; a billing address was not copied',
      record_shared: 'Another AccuLynx contact goes to the same HubSpot contact',
      text_cut: 'A text is longer than HubSpot holds; its end was cut off',
    },
    noted: ['email_replaced', 'other_emails', 'other_phones', 'no_mailing_address'],
    deferred: ['email_shared', 'email_in_use'],
  },
} as const satisfies ObjectType;

/**
 * The codes of contacts that went over without the email address that they have in AccuLynx. A contact has one of them at
 * most, so that their counts add up to the number of contacts.
 */
export const withoutEmailCodes = ['invalid_email', ...contactType.reasons.deferred] as const;
