import type { Connection } from '@ridgeline/contracts';
import { useEffect, useRef } from 'react';
import { HelpLink } from '../../help/HelpLink.tsx';
import { ChoiceFields } from '../objects/ChoiceFields.tsx';
import { objectViews, viewedTypes } from '../objects/index.ts';
import type { ObjectView } from '../objects/object-view.ts';
import { Notice } from '../../../ui/controls/Notice.tsx';
import { RadioField } from '../../../ui/form/ChoiceFields.tsx';
import { NumberField } from '../../../ui/form/NumberField.tsx';
import type { Form } from '../../../ui/form/use-form.ts';
import { capitalized } from '../../../ui/text/format.ts';
import { typeText } from '../record-words.ts';
import { CreationFailure, type Created } from './CreationFailure.tsx';
import { batchSizeOf, type MigrationForm } from './new-migration.ts';

const types = viewedTypes.map((value) => ({
  value,
  label: typeText(value),
  note: objectViews[value].about,
}));

interface OptionsFormProps {
  readonly form: Form<MigrationForm>;
  readonly connections: readonly Connection[];
  /** The last creation in which a call failed. */
  readonly failed: Created | null;
}

/** The type and the options of the migrations, and the outcome of the last try. */
export function OptionsForm({ form, connections, failed }: OptionsFormProps) {
  const { migrationType } = form.values;
  const view = migrationType && objectViews[migrationType];
  const cost = view ? view.cost(connections) : null;
  const element = useRef<HTMLFormElement>(null);
  useEffect(() => {
    // In a dialog that was already open, the element with the focus may be gone.
    const { current } = element;
    if (!current?.contains(document.activeElement)) current?.querySelector('input')?.focus();
  }, []);
  return (
    <form ref={element} id="migration-form" className="configure" noValidate onSubmit={form.onSubmit}>
      <p className="configure-what">
        {connections.length > 0 ? (
          <>
            <strong>
              {connections.length > 1
                ? `${connections.length} connections, one migration each`
                : connections[0]?.name}
            </strong>
            .{' '}
          </>
        ) : null}
        Records are copied from AccuLynx to HubSpot; nothing is changed in AccuLynx. “See what would happen”
        writes nothing. <HelpLink to="newMigration" />
      </p>
      <RadioField
        legend="Migration type"
        value={migrationType}
        options={types}
        error={form.errors.migrationType}
        onChange={(type) => {
          form.set('migrationType', type);
        }}
      />
      {view ? <TypeOptions form={form} view={view} /> : null}
      {cost === null ? null : <Notice role="alert" tone="warning" text={cost} />}
      {failed ? (
        <CreationFailure failed={failed} />
      ) : view ? (
        <Notice role="alert" tone="info" title="Safe to repeat" text={view.repeat} />
      ) : null}
    </form>
  );
}

interface TypeOptionsProps {
  readonly form: Form<MigrationForm>;
  readonly view: ObjectView;
}

/** The options that depend on the type. */
function TypeOptions({ form, view: { type, choices: fields } }: TypeOptionsProps) {
  const { choices } = form.values;
  return (
    <>
      <NumberField
        label="Batch size"
        help={`${capitalized(type.hubspotNoun.many)} sent to HubSpot per batch, 1 to 100`}
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
