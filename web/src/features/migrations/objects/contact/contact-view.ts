import { contactType } from '@ridgeline/contracts';
import type { ObjectView } from '../object-view.ts';
import { noEmailChoice } from './no-email-choice.ts';

/** Contacts, which stay contacts. */
export const contactView: ObjectView = {
  type: contactType,
  about: 'Each contact in AccuLynx becomes a contact in HubSpot.',
  repeat: 'Contacts that are in HubSpot already are recognized and updated, never copied twice.',
  cost: () => null,
  batchSize: 50,
  choices: [noEmailChoice('Otherwise they are skipped, and counted as skipped.')],
  chosen: ({ includeNoEmailContacts }) => ({
    label: 'Include no-email contacts',
    value: includeNoEmailContacts ? 'Yes' : 'No',
  }),
  retries: {
    no_email: {
      text: 'Retry with contacts without email',
      options: { includeNoEmailContacts: true },
    },
  },
  lastSteps: 'Checking the last records',
};
