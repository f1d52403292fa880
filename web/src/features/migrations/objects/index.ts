import type { MigrationType } from '@ridgeline/contracts';
import { contactView } from './contact/contact-view.ts';
import { jobView } from './job/job-view.ts';
import type { Choices, ObjectView } from './object-view.ts';

/** Every kind of record that users migrate, in the order in which they choose. */
export const objectViews: Readonly<Record<MigrationType, ObjectView>> = {
  contacts: contactView,
  jobs: jobView,
};

/** The types in the same order. */
export const viewedTypes = Object.keys(objectViews) as readonly MigrationType[];

/** The initial choices in the form of a new migration. */
export const firstChoices: Choices = Object.fromEntries(
  Object.values(objectViews).flatMap(({ choices }) => choices.map(({ name, first }) => [name, first])),
);
