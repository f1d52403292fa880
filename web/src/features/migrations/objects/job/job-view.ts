import { jobType } from '@ridgeline/contracts';
import type { ObjectView } from '../object-view.ts';
import { detailCost } from '../../../connections/detail-cost.ts';
import { noEmailChoice } from '../contact/no-email-choice.ts';
import { strategyChoice, strategyTexts } from './strategies.ts';

/** Jobs, which become deals with their contacts attached. */
export const jobView: ObjectView = {
  type: jobType,
  about: 'Each job in AccuLynx becomes a deal in HubSpot, with its contacts attached.',
  repeat:
    'Jobs that are in HubSpot already are recognized and updated, never copied twice. A deal that you moved to another stage stays there.',
  cost: detailCost,
  batchSize: 25,
  choices: [
    strategyChoice,
    noEmailChoice(
      'Jobs are copied with their contacts. A contact without an email address is otherwise skipped, and its deal is copied without it.',
    ),
  ],
  chosen: ({ enumerativeErrorStrategy }) => ({
    label: 'Property strategy',
    value: strategyTexts[enumerativeErrorStrategy].name,
  }),
  retries: {},
  lastSteps: 'Checking the last records: attaching the contacts to their deals',
};
