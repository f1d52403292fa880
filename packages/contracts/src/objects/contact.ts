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
      nothing_to_write: 'Nothing in AccuLynx that HubSpot could hold',
    },
    warned: {
      invalid_email: 'HubSpot does not accept the email address',
      email_shared: 'Another AccuLynx contact has the same email address',
      email_in_use: 'Another HubSpot contact has the email address',
      other_emails: 'Email addresses that HubSpot could not take as such stand in "AccuLynx other emails"',
      other_phones: 'Phone numbers that HubSpot could not take as such stand in "AccuLynx other phones"',
      record_shared: 'Another AccuLynx contact goes to the same HubSpot contact',
    },
    noted: ['other_emails', 'other_phones'],
  },
} as const satisfies ObjectType;
