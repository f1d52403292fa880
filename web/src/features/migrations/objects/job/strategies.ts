import type { NewMigration } from '@ridgeline/contracts';
import type { ChoiceField } from '../object-view.ts';

type Strategy = NewMigration['enumerativeErrorStrategy'];

/** What happens to a value that is missing from HubSpot's list of options. */
export const strategyTexts: Readonly<Record<Strategy, { readonly name: string; readonly note: string }>> = {
  SET_BLANK: {
    name: 'Leave blank',
    note: 'The deal is copied without the value, and the log has a warning.',
  },
  ADD_OPTION: {
    name: 'Add the option in HubSpot',
    note: 'The value is added to the list first; the other options stay as they are.',
  },
};

/** The form's default, marked as recommended. */
const recommended: Strategy = 'SET_BLANK';

/** The choice of a strategy. */
export const strategyChoice: ChoiceField = {
  name: 'enumerativeErrorStrategy',
  control: 'radio',
  first: recommended,
  legend: 'Property strategy',
  help: "When a value, such as a work type, is not in HubSpot's list for that field",
  options: (['SET_BLANK', 'ADD_OPTION'] as const).map((value) => {
    const { name, note } = strategyTexts[value];
    return { value, label: value === recommended ? `${name} (recommended)` : name, note };
  }),
};
