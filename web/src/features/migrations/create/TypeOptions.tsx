import type { ObjectType } from '@ridgeline/contracts';
import { NumberField } from '../../../ui/form/NumberField.tsx';
import type { Form } from '../../../ui/form/use-form.ts';
import { capitalized } from '../../../ui/text/format.ts';
import { choicesForms } from '../objects/forms.ts';
import { batchSizeOf, type MigrationForm } from './new-migration.ts';

interface TypeOptionsProps {
  readonly form: Form<MigrationForm>;
  readonly type: ObjectType;
}

/** What there is to choose once the type is known. */
export function TypeOptions({ form, type }: TypeOptionsProps) {
  const { choices } = form.values;
  const Choices = choicesForms[type.migrationType];
  return (
    <>
      <NumberField
        label="Batch size"
        help={`${capitalized(type.hubspotNoun.many)} sent to HubSpot at once, 1 to 100`}
        error={form.errors.batchSize}
        min={1}
        max={100}
        value={batchSizeOf(form.values)}
        onChange={(value) => {
          form.set('batchSize', value);
        }}
        onLeave={() => {
          form.leave('batchSize');
        }}
      />
      <Choices
        values={choices}
        onChange={(changes) => {
          form.set('choices', { ...choices, ...changes });
        }}
      />
    </>
  );
}
