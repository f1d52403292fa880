import { z } from 'zod';
import { contactType } from './contact.ts';
import { failureTexts, type ObjectType, type RecordKind } from './object-type.ts';

/** The associations of deals with the contacts of their jobs. */
export const jobContactKind = {
  name: 'job_contact',
  noun: { one: 'contact of a job', many: 'contacts of jobs' },
  hubspotNoun: { one: 'association', many: 'associations' },
  /** HubSpot keeps no ids of ours with an association: its own name is the two HubSpot ids. */
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
      contact_not_in_hubspot: 'The contact is not in HubSpot',
      contact_not_in_acculynx: 'The contact is not in AccuLynx any more',
      contact_deleted: 'The contact was deleted in HubSpot',
    },
    warned: {
      label_gone: 'The label of primary contacts was deleted in HubSpot while the migration ran',
    },
  },
} as const satisfies RecordKind;

/** Jobs that were copied as leads, are dead in AccuLynx now, and are not copied any more. */
export const deadLeadKind = {
  name: 'dead_lead',
  noun: { one: 'dead lead', many: 'dead leads' },
  hubspotNoun: { one: 'deal of a dead lead', many: 'deals of dead leads' },
  sourceIdProperty: 'acculynx_job_id',
  outcomeWords: { skipped: 'still open' },
  reasons: {
    failed: failureTexts('deal'),
    skipped: { lead_died: 'The lead is dead in AccuLynx, and its deal is still open in HubSpot' },
    warned: {},
  },
} as const satisfies RecordKind;

/** AccuLynx' jobs, which become HubSpot's deals. */
export const jobType = {
  name: 'job',
  migrationType: 'jobs',
  noun: { one: 'job', many: 'jobs' },
  hubspotNoun: { one: 'deal', many: 'deals' },
  hubspotObject: 'deals',
  sourceIdProperty: 'acculynx_job_id',
  options: z.object({
    includeNoEmailContacts: z.boolean(),
    enumerativeErrorStrategy: z.enum(['SET_BLANK', 'ADD_OPTION']),
  }),
  alongside: [contactType, jobContactKind, deadLeadKind],
  reasons: {
    failed: failureTexts('deal'),
    skipped: {
      merged_in_hubspot: 'Its deal was merged into the deal of another job in HubSpot',
      id_changed_in_hubspot: 'Its deal carries another AccuLynx job id in HubSpot',
    },
    warned: {
      option_missing: 'HubSpot does not have an option for one of the values',
      option_not_added: 'HubSpot could not take an option for one of the values',
      stage_not_moved: 'HubSpot does not take the deal in the stage of its milestone',
      value_refused: 'HubSpot does not accept one of the values',
      contact_unreadable: 'AccuLynx does not say who one of its contacts is',
      deal_was_deleted: 'Its deal was deleted in HubSpot, and a new one was created',
      record_shared: 'Another AccuLynx job goes to the same HubSpot deal',
      text_cut: 'A text is longer than HubSpot holds; its end was cut off',
    },
  },
} as const satisfies ObjectType;
