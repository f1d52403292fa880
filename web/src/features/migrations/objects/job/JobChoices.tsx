import { RadioField } from '../../../../ui/form/ChoiceFields.tsx';
import { IncludeNoEmail } from '../contact/IncludeNoEmail.tsx';
import type { ChoicesProps } from '../object-view.ts';
import { recommended, strategyTexts } from './strategies.ts';

/** The options of a migration of jobs. */
export function JobChoices({ values, onChange }: ChoicesProps) {
  return (
    <>
      <RadioField
        legend="Property strategy"
        help="When a value, such as a work type, is not in HubSpot's list for that field"
        value={values.enumerativeErrorStrategy}
        options={(['SET_BLANK', 'ADD_OPTION'] as const).map((value) => {
          const { name, note } = strategyTexts[value];
          return { value, label: value === recommended ? `${name} (recommended)` : name, note };
        })}
        onChange={(strategy) => {
          onChange({ enumerativeErrorStrategy: strategy });
        }}
      />
      <IncludeNoEmail
        values={values}
        onChange={onChange}
        note="Jobs bring their contacts along. A contact without an email address is otherwise left out, and its deal goes over without it."
      />
    </>
  );
}
