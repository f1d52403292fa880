import type { NewMigration } from '@ridgeline/contracts';

type Strategy = NewMigration['enumerativeErrorStrategy'];

/** What is done with a value that HubSpot's list of options does not have. */
export const strategyTexts: Readonly<Record<Strategy, { readonly name: string; readonly note: string }>> = {
  SET_BLANK: {
    name: 'Leave blank',
    note: 'The deal goes over without the value, and the log has a warning.',
  },
  ADD_OPTION: {
    name: 'Add the option in HubSpot',
    note: 'The value is added to the list first; the other options stay as they are.',
  },
};

/** What the form begins with, and recommends. */
export const recommended: Strategy = 'SET_BLANK';
