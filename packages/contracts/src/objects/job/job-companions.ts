import { hubspotDeals } from '../hubspot-object.ts';
import { failureTexts, type RecordKind } from '../object-type.ts';
import { again, rerunCreates, sparedByUndo } from '../reasons.ts';
import { jobIdProperty } from './deal-properties.ts';

/** A job's page in AccuLynx; dead leads are jobs too. */
export const jobPage = 'https://my.acculynx.com/jobs/{id}';

/** The associations of deals with the contacts of their jobs. */
export const jobContactKind = {
  name: 'job_contact',
  noun: { one: 'contact of a job', many: 'contacts of jobs' },
  hubspotNoun: { one: 'association', many: 'associations' },
  acculynxPage: null,
  hubspotObject: null,
  leftOut: 'not copied',
  /** HubSpot stores none of our ids with an association: the two HubSpot ids identify it. */
  sourceIdProperty: 'pair',
  outcomeWords: { created: 'made', unchanged: 'present', failed: 'failed', skipped: 'without a contact' },
  reasons: {
    failed: {
      ...failureTexts('association'),
      invalid_value: {
        words: 'HubSpot does not accept the association',
        log: 'HubSpot does not accept the association',
      },
      hubspot_record_gone: {
        words: 'The deal or the contact was deleted in HubSpot',
        log: 'the deal or the contact was deleted in HubSpot; if AccuLynx still has it, the next migration creates it again',
      },
    },
    skipped: {
      contact_not_in_hubspot: {
        words: 'The contact is not in HubSpot',
        fix: {
          text: `See why the contact itself was not copied, ${again}`,
          places: ['hubspot'],
        },
      },
      contact_not_in_acculynx: {
        words: 'The contact is not in AccuLynx any more',
        fix: {
          text: 'No action needed: the contact was deleted in AccuLynx.',
          places: [],
        },
      },
      contact_deleted: {
        words: 'The contact was deleted in HubSpot',
        fix: {
          text: `If AccuLynx still has the contact, ${rerunCreates} the contact again. Otherwise no action is needed.`,
          places: ['acculynx'],
        },
      },
      ...sparedByUndo,
    },
    warned: {
      label_gone: {
        words: 'The label of primary contacts was deleted in HubSpot while the migration ran',
        fix: {
          text: `No action needed. To have the label, create it in HubSpot again, ${again}`,
          places: ['hubspot'],
        },
      },
    },
  },
} as const satisfies RecordKind;

/** Jobs that were copied as leads, are dead in AccuLynx now, and are not copied any more. */
export const deadLeadKind = {
  name: 'dead_lead',
  noun: { one: 'dead lead', many: 'dead leads' },
  hubspotNoun: { one: 'deal of a dead lead', many: 'deals of dead leads' },
  acculynxPage: jobPage,
  hubspotObject: hubspotDeals,
  leftOut: 'still open',
  sourceIdProperty: jobIdProperty,
  outcomeWords: { skipped: 'still open' },
  reasons: {
    failed: failureTexts('deal'),
    skipped: {
      lead_died: {
        words: 'The lead is dead in AccuLynx, and its deal is still open in HubSpot',
        fix: {
          text: `Close the deal in HubSpot, or set the connection to copy dead leads too, ${again}`,
          places: ['hubspot', 'connection'],
        },
      },
    },
    warned: {},
  },
} as const satisfies RecordKind;
