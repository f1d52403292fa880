import type { MigrationType } from '@ridgeline/contracts';
import type { ComponentType } from 'react';
import { ContactChoices } from './contact/ContactChoices.tsx';
import { JobChoices } from './job/JobChoices.tsx';
import type { ChoicesProps } from './object-view.ts';

/** The options of each type; apart from the views, because only the dialog of a new migration needs them. */
export const choicesForms: Readonly<Record<MigrationType, ComponentType<ChoicesProps>>> = {
  contacts: ContactChoices,
  jobs: JobChoices,
};
