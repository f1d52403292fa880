import type { Connection } from '@ridgeline/contracts';
import { Notice } from '../../../ui/controls/Notice.tsx';
import { RadioField } from '../../../ui/form/RadioField.tsx';
import type { Form } from '../../../ui/form/use-form.ts';
import { objectViews } from '../objects/index.ts';
import { typeText } from '../record-words.ts';
import type { Created } from './created.ts';
import { CreationFailure } from './CreationFailure.tsx';
import type { MigrationForm } from './new-migration.ts';
import { TypeOptions } from './TypeOptions.tsx';

const types = Object.values(objectViews).map(({ type: { migrationType }, about }) => ({
  value: migrationType,
  label: typeText(migrationType),
  note: about,
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
      {view ? <TypeOptions form={form} type={view.type} /> : null}
      {cost === null ? null : <Notice role="alert" tone="warning" text={cost} />}
      {failed ? (
        <CreationFailure failed={failed} />
      ) : view ? (
        <Notice role="alert" tone="info" title="Safe to repeat" text={view.repeat} />
      ) : null}
    </form>
  );
}
