import type { MigrationType } from '@ridgeline/contracts';
import { contactView, firstContactChoices } from './contact/contact-view.ts';
import { firstJobChoices, jobView } from './job/job-view.ts';
import type { Choices, ObjectView } from './object-view.ts';

/** Every kind of record that goes over, in the order in which people choose. */
export const objectViews: Readonly<Record<MigrationType, ObjectView>> = {
  contacts: contactView,
  jobs: jobView,
};

/** What the form of a new migration begins with. */
export const firstChoices: Choices = { ...firstContactChoices, ...firstJobChoices };
