import type { Connection } from '@ridgeline/contracts';
import { Alert, Button } from 'antd';
import { Dialog } from '../../../components/Dialog.tsx';
import { FailureAlert } from '../../../components/FailureAlert.tsx';
import { RadioField } from '../../../components/form/RadioField.tsx';
import { useForm } from '../../../components/form/use-form.ts';
import { objectViews } from '../objects/index.ts';
import { typeText } from '../record-words.ts';
import { failureTitle } from './created.ts';
import { checkForm, firstForm, optionsOf } from './new-migration.ts';
import { TypeOptions } from './TypeOptions.tsx';
import { useCreateMigrations } from './use-create-migrations.ts';

const types = Object.values(objectViews).map(({ type: { migrationType }, about }) => ({
  value: migrationType,
  label: typeText(migrationType),
  note: about,
}));

interface ConfigureMigrationDialogProps {
  readonly connections: readonly Connection[];
  readonly onBack: () => void;
  readonly onCreated: () => void;
}

/** The type and the options of a migration, and its start. */
export function ConfigureMigrationDialog({ connections, onBack, onCreated }: ConfigureMigrationDialogProps) {
  const { create, failed } = useCreateMigrations(connections, onCreated);
  const form = useForm({
    initial: firstForm,
    check: checkForm,
    submit: (values) => create(optionsOf(values)),
  });
  const { errors, failure, submitting } = form;
  const { migrationType } = form.values;
  const view = migrationType && objectViews[migrationType];
  const several = connections.length > 1;
  const cost = view ? view.cost(connections) : null;
  return (
    <Dialog
      open
      width={640}
      title="Configure Migration"
      onCancel={onBack}
      footer={[
        <Button key="back" disabled={submitting} onClick={onBack}>
          Back
        </Button>,
        <Button key="create" type="primary" htmlType="submit" form="migration-form" loading={submitting}>
          Create Migration
        </Button>,
      ]}
    >
      <form id="migration-form" className="configure" noValidate onSubmit={form.onSubmit}>
        <p>
          <strong>
            {several ? `${connections.length} connections, one migration each` : connections[0]?.name}
          </strong>
          . Records are copied from AccuLynx to HubSpot; nothing is changed in AccuLynx.
        </p>
        <RadioField
          legend="Migration type"
          value={migrationType}
          options={types}
          error={errors.migrationType}
          onChange={(type) => {
            form.set('migrationType', type);
          }}
        />
        {view ? <TypeOptions form={form} type={view.type} /> : null}
        {cost === null ? null : <Alert type="warning" showIcon title={cost} />}
        {failure ? (
          <FailureAlert
            title={failed ? failureTitle(failed) : 'Error'}
            error={failure}
            fallback="An unexpected error occurred"
          />
        ) : view ? (
          <Alert type="info" showIcon title={<strong>Safe to repeat</strong>} description={view.repeat} />
        ) : null}
      </form>
    </Dialog>
  );
}
