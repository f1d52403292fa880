import { jobType } from '@ridgeline/contracts';
import type { ObjectView } from '../object-view.ts';
import { detailCost } from '../../../connections/detail-cost.ts';
import { recommended, strategyTexts } from './strategies.ts';

export const firstJobChoices = {
  includeNoEmailContacts: true,
  enumerativeErrorStrategy: recommended,
} as const;

/** Jobs, which become deals with their contacts attached. */
export const jobView: ObjectView = {
  type: jobType,
  about: 'Each job in AccuLynx becomes a deal in HubSpot, with its contacts attached.',
  repeat:
    'Jobs that are in HubSpot already are recognized and updated, never copied twice. A deal that you moved to another stage stays there.',
  cost: detailCost,
  batchSize: 25,
  chosen: ({ enumerativeErrorStrategy }) => ({
    label: 'Property strategy',
    value: strategyTexts[enumerativeErrorStrategy].name,
  }),
  lastSteps: 'Checking the last records: attaching the contacts to their deals',
};
