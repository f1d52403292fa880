import type { Connection } from '@ridgeline/contracts';
import { Alert } from 'antd';
import { RadioField } from '../../../components/form/RadioField.tsx';
import type { Form } from '../../../components/form/use-form.ts';
import { objectViews, viewedTypes } from '../objects/index.ts';
import { typeText } from '../record-words.ts';
import type { Created } from './created.ts';
import { CreationFailure } from './CreationFailure.tsx';
import type { MigrationForm } from './new-migration.ts';
import { TypeOptions } from './TypeOptions.tsx';

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

/** The type and the options of the migrations, and what became of the last try. */
export function OptionsForm({ form, connections, failed }: OptionsFormProps) {
  const { migrationType } = form.values;
  const view = migrationType && objectViews[migrationType];
  const cost = view ? view.cost(connections) : null;
  return (
    <form id="migration-form" className="configure" noValidate onSubmit={form.onSubmit}>
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
        Records are copied from AccuLynx to HubSpot; nothing is changed in AccuLynx.
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
      {cost === null ? null : <Alert type="warning" showIcon title={cost} />}
      {failed ? (
        <CreationFailure failed={failed} />
      ) : view ? (
        <Alert type="info" showIcon title={<strong>Safe to repeat</strong>} description={view.repeat} />
      ) : null}
    </form>
  );
}
