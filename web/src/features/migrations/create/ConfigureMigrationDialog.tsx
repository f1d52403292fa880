import { newMigrationSchema, type Connection } from '@ridgeline/contracts';
import { Alert, Button, Checkbox, InputNumber, Radio } from 'antd';
import { Dialog } from '../../../components/Dialog.tsx';
import { FailureAlert } from '../../../components/FailureAlert.tsx';
import { checkWith } from '../../../components/form/check.ts';
import { Field } from '../../../components/form/Field.tsx';
import { useForm } from '../../../components/form/use-form.ts';
import { failureTitle } from './created.ts';
import { useCreateMigrations } from './use-create-migrations.ts';

/** What the form begins with (the specification's section 9). */
const initial = { migrationType: 'contacts' as const, batchSize: 50, includeNoEmailContacts: true };
type Options = Readonly<{
  migrationType: 'contacts';
  batchSize: number | null;
  includeNoEmailContacts: boolean;
}>;

const optionsSchema = newMigrationSchema.pick({
  migrationType: true,
  batchSize: true,
  includeNoEmailContacts: true,
});

interface ConfigureMigrationDialogProps {
  readonly connections: readonly Connection[];
  readonly onBack: () => void;
  readonly onCreated: () => void;
}

/** The options of a migration, and its start. */
export function ConfigureMigrationDialog({ connections, onBack, onCreated }: ConfigureMigrationDialogProps) {
  const { create, failed } = useCreateMigrations(connections, onCreated);
  const form = useForm<Options>({
    initial,
    check: (values) => checkWith(optionsSchema, values),
    submit: (values) => create(optionsSchema.parse(values)),
  });
  const { values, errors, failure, submitting } = form;
  const several = connections.length > 1;
  return (
    <Dialog
      open
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
          . Contacts are copied from AccuLynx to HubSpot; nothing is changed in AccuLynx.
        </p>
        <fieldset>
          <legend>Migration type</legend>
          <Radio.Group
            value={values.migrationType}
            options={[
              { label: 'Contacts', value: 'contacts' },
              { label: 'Jobs (not available yet)', value: 'jobs', disabled: true },
            ]}
          />
        </fieldset>
        <Field label="Batch size" help="Contacts sent to HubSpot at once, 1 to 100" error={errors.batchSize}>
          {(control) => (
            <InputNumber
              {...control}
              min={1}
              max={100}
              precision={0}
              value={values.batchSize}
              onChange={(value) => {
                form.set('batchSize', value);
              }}
              onBlur={() => {
                form.leave('batchSize');
              }}
            />
          )}
        </Field>
        <div>
          <Checkbox
            checked={values.includeNoEmailContacts}
            onChange={(event) => {
              form.set('includeNoEmailContacts', event.target.checked);
            }}
          >
            Include contacts without an email address
          </Checkbox>
          <p className="configure-note">Otherwise they are skipped, and counted as skipped.</p>
        </div>
        {failure ? (
          <FailureAlert
            title={failed ? failureTitle(failed) : 'Error'}
            error={failure}
            fallback="An unexpected error occurred"
          />
        ) : (
          <Alert
            type="info"
            showIcon
            title={<strong>Safe to repeat</strong>}
            description="Contacts that are in HubSpot already are recognized and updated, never copied twice."
          />
        )}
      </form>
    </Dialog>
  );
}
