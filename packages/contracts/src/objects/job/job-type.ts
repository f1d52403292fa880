import { z } from 'zod';
import { contactType, noEmailDefault, noEmailOption } from '../contact/contact-type.ts';
import { hubspotDeals, scopesOf } from '../hubspot-object.ts';
import { failureTexts, type ObjectType } from '../object-type.ts';
import {
  again,
  goneFromAcculynx,
  nextBrings,
  nextTries,
  offPlan,
  recordShared,
  sparedByUndo,
  textCut,
  valueCorrected,
  warnedByUndo,
} from '../reasons.ts';
import { dealProperties, jobIdProperty } from './deal-properties.ts';
import { deadLeadKind, jobContactKind, jobPage } from './job-companions.ts';

/** AccuLynx' jobs, which become HubSpot's deals. */
export const jobType = {
  name: 'job',
  migrationType: 'jobs',
  noun: { one: 'job', many: 'jobs' },
  hubspotNoun: { one: 'deal', many: 'deals' },
  acculynxPage: jobPage,
  hubspotObject: hubspotDeals,
  scopes: scopesOf(hubspotDeals, {
    read: 'find deals, read pipelines and stages',
    write: 'create and update deals',
    check: 'check the deal properties',
    create: 'create missing deal properties',
  }),
  sourceIdProperty: jobIdProperty,
  properties: dealProperties,
  options: z.object({
    ...noEmailOption,
    enumerativeErrorStrategy: z.enum(['SET_BLANK', 'ADD_OPTION']),
  }),
  optionDefaults: { ...noEmailDefault, enumerativeErrorStrategy: 'SET_BLANK' },
  alongside: [contactType, jobContactKind, deadLeadKind],
  sync: {
    switch: 'autoSyncNewJobs',
    eventField: 'job',
    topics: [
      'job_created',
      'job_updated',
      'job.milestone.current_changed',
      'job.contacts.primary_changed',
      'job.category_changed',
      'job.work-type_changed',
      'job.trade-type_changed',
    ],
    tellsCreation: true,
    sweepAllEveryMs: 24 * 3_600_000,
    creationTopic: 'job_created',
    detailTopics: {
      representative: ['job.representatives.company_assigned', 'job.representatives.company_changed'],
      financials: ['job.financials.approved-value_changed'],
      milestone: ['job.milestone.status.current_changed'],
    },
  },
  reasons: {
    failed: failureTexts('deal'),
    skipped: {
      gone_from_acculynx: goneFromAcculynx,
      ...offPlan,
      merged_in_hubspot: {
        words: 'Its deal was merged into the deal of another job in HubSpot',
        fix: {
          text: 'No action needed, unless the two must be two records in HubSpot.',
          places: ['hubspot'],
        },
      },
      id_changed_in_hubspot: {
        words: 'Its deal carries another AccuLynx job id in HubSpot',
        fix: {
          text: `Put the id of the job back into "AccuLynx job id" of its deal in HubSpot, ${again} It stands at the end of the deal's "AccuLynx link".`,
          places: ['hubspot'],
        },
      },
      ...sparedByUndo,
    },
    warned: {
      ...warnedByUndo,
      option_missing: {
        words: 'HubSpot does not have an option for one of the values',
        fix: {
          text: `Copied without the value. Add the option in HubSpot; ${nextBrings}`,
          places: ['properties'],
        },
        lacks: 'value',
      },
      option_not_added: {
        words: 'HubSpot could not take an option for one of the values',
        fix: {
          text: `HubSpot takes no more options for the property. Remove some there; ${nextBrings}`,
          places: ['properties'],
        },
        lacks: 'value',
      },
      stage_not_moved: {
        words: 'HubSpot does not take the deal in the stage of its milestone',
        fix: {
          text: `See in HubSpot what a deal needs in that stage, or choose another stage in the connection; ${nextTries}`,
          places: ['hubspot', 'connection'],
        },
      },
      value_refused: {
        words: 'HubSpot does not accept one of the values',
        fix: {
          text: `Copied without the value. Correct it in AccuLynx; ${nextBrings}`,
          places: ['acculynx'],
        },
        lacks: 'value',
      },
      contact_unreadable: {
        words: 'AccuLynx does not say who one of its contacts is',
        fix: {
          text: `Open the job in AccuLynx and see whether its contacts are right, ${again}`,
          places: ['acculynx'],
        },
      },
      deal_was_deleted: {
        words: 'Its deal was deleted in HubSpot, and a new one was created',
        fix: {
          text: 'No action needed, unless the deal was deleted on purpose.',
          places: ['hubspot'],
        },
      },
      record_shared: recordShared('Another AccuLynx job goes to the same HubSpot deal'),
      text_cut: textCut,
      corrected: valueCorrected,
    },
  },
} as const satisfies ObjectType;
