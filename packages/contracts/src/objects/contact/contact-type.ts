import { z } from 'zod';
import { hubspotContacts, scopesOf } from '../hubspot-object.ts';
import { failureTexts, type ObjectType } from '../object-type.ts';
import {
  again,
  goneFromAcculynx,
  nextBrings,
  offPlan,
  recordShared,
  sparedByUndo,
  textCut,
  valueCorrected,
  warnedByUndo,
} from '../reasons.ts';
import { contactIdProperty, contactProperties } from './contact-properties.ts';

/** Whether contacts without an email address are copied, in every migration that copies contacts. */
export const noEmailOption = { includeNoEmailContacts: z.boolean() };
export const noEmailDefault = { includeNoEmailContacts: false };

/** AccuLynx' contacts, which become HubSpot's contacts. */
export const contactType = {
  name: 'contact',
  migrationType: 'contacts',
  noun: { one: 'contact', many: 'contacts' },
  hubspotNoun: { one: 'contact', many: 'contacts' },
  acculynxPage: 'https://my.acculynx.com/contacts/{id}/overview',
  hubspotObject: hubspotContacts,
  scopes: scopesOf(hubspotContacts, {
    read: 'find contacts that are there already',
    write: 'create and update contacts',
    check: 'check the contact properties',
    create: 'create missing contact properties',
  }),
  sourceIdProperty: contactIdProperty,
  properties: contactProperties,
  options: z.object(noEmailOption),
  optionDefaults: noEmailDefault,
  alongside: [],
  sync: {
    switch: 'autoSyncNewContacts',
    eventField: 'contact',
    topics: ['contact_added', 'contact_changed'],
    creationTopic: 'contact_added',
    tellsCreation: false,
    sweepAllEveryMs: 15 * 60_000,
    detailTopics: {},
  },
  reasons: {
    failed: failureTexts('contact'),
    skipped: {
      gone_from_acculynx: goneFromAcculynx,
      ...offPlan,
      no_email: {
        words: 'No email address in AccuLynx',
        fix: {
          text: 'Add an email address in AccuLynx, or create a migration that includes contacts without one.',
          places: ['acculynx'],
        },
      },
      merged_in_hubspot: {
        words: 'It was merged into the contact of another AccuLynx contact in HubSpot',
        fix: {
          text: 'No action needed, unless the two must be two records in HubSpot.',
          places: ['hubspot'],
        },
      },
      nothing_to_write: {
        words: 'No data that HubSpot can store',
        fix: {
          text: `Give the contact a name, a company or an email address in AccuLynx, ${again}`,
          places: ['acculynx'],
        },
      },
      ...sparedByUndo,
    },
    warned: {
      ...warnedByUndo,
      invalid_email: {
        words: 'HubSpot does not accept the email address',
        fix: {
          text: `Copied without it. Correct it in AccuLynx; ${nextBrings}`,
          places: ['acculynx'],
        },
        lacks: 'email',
      },
      email_replaced: {
        words: 'The first email address is not valid; another one is stored in HubSpot',
        fix: {
          text: 'No action needed. To use the first address, correct it in AccuLynx.',
          places: [],
        },
        lacks: 'none',
      },
      email_overwritten: {
        words: 'An email address that was changed in HubSpot was replaced by the one in AccuLynx',
        fix: {
          text: `The log names both addresses. If the one before is right, enter it in AccuLynx, ${again}`,
          places: ['acculynx'],
        },
      },
      email_shared: {
        words: 'Another AccuLynx contact has the same email address',
        fix: {
          text: 'In HubSpot an address belongs to one contact: the first got it. Give the others their own in AccuLynx.',
          places: ['acculynx'],
        },
        lacks: 'email',
        deferred: true,
      },
      email_in_use: {
        words: 'Another HubSpot contact has the email address',
        fix: {
          text: 'Copied without it. If both are one person, merge them in HubSpot.',
          places: ['hubspot'],
        },
        lacks: 'email',
        deferred: true,
      },
      other_emails: {
        words: 'Email addresses that HubSpot could not hold are in "AccuLynx other emails"',
        fix: { text: 'No action needed: the addresses are kept.', places: [] },
        lacks: 'none',
      },
      other_phones: {
        words: 'Phone numbers that HubSpot could not hold are in "AccuLynx other phones"',
        fix: { text: 'No action needed: the numbers are kept.', places: [] },
        lacks: 'none',
      },
      no_mailing_address: {
        words: 'No mailing address in AccuLynx; a billing address was not copied',
        fix: {
          text: `No action needed for contacts without any address. To copy a billing address, enter it as the mailing address, ${again}`,
          places: ['acculynx'],
        },
        lacks: 'none',
      },
      record_shared: recordShared('Another AccuLynx contact goes to the same HubSpot contact'),
      text_cut: textCut,
      corrected: valueCorrected,
    },
  },
} as const satisfies ObjectType;
