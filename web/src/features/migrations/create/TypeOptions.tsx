import { InputNumber } from 'antd';
import { Field } from '../../../components/form/Field.tsx';
import type { Form } from '../../../components/form/use-form.ts';
import { capitalized } from '../../../components/format.ts';
import { ChoiceFields } from '../objects/ChoiceFields.tsx';
import type { ObjectView } from '../objects/object-view.ts';
import { batchSizeOf, type MigrationForm } from './new-migration.ts';

interface TypeOptionsProps {
  readonly form: Form<MigrationForm>;
  readonly view: ObjectView;
}

/** What there is to choose once the type is known. */
export function TypeOptions({ form, view: { type, choices: fields } }: TypeOptionsProps) {
  const { choices } = form.values;
  return (
    <>
      <Field
        label="Batch size"
        help={`${capitalized(type.hubspotNoun.many)} sent to HubSpot at once, 1 to 100`}
        error={form.errors.batchSize}
      >
        {(control) => (
          <InputNumber
            {...control}
            min={1}
            max={100}
            precision={0}
            value={batchSizeOf(form.values)}
            onChange={(value) => {
              form.set('batchSize', value);
            }}
            onBlur={() => {
              form.leave('batchSize');
            }}
          />
        )}
      </Field>
      <ChoiceFields
        fields={fields}
        values={choices}
        onChange={(changes) => {
          form.set('choices', { ...choices, ...changes });
        }}
      />
    </>
  );
}
