import { newConnectionSchema, type Connection } from '@ridgeline/contracts';
import { Button } from 'antd';
import { failureText } from '../../api/error-policy.ts';
import { Dialog } from '../../components/Dialog.tsx';
import { checkWith } from '../../components/form/check.ts';
import { TextField } from '../../components/form/TextField.tsx';
import { useForm } from '../../components/form/use-form.ts';
import { FailureAlert } from '../../components/FailureAlert.tsx';
import { useToast } from '../../components/toast/toast-context.ts';
import { useDraft } from '../session/use-draft.ts';
import { MissingPropertiesDialog } from './MissingPropertiesDialog.tsx';
import { blamedField, type StepName } from './save-flow.ts';
import { SaveStepsPanel } from './SaveStepsPanel.tsx';
import { useSaveConnection } from './use-save-connection.ts';

const failureTitles: Partial<Record<StepName, string>> = {
  properties: 'Failed to validate HubSpot properties',
  creation: 'Failed to create HubSpot properties',
};

const creationFallback = 'HubSpot property creation failed. Please check your HubSpot PAT and permissions.';

const empty = { name: '', acculynxApiKey: '', hubspotPat: '' };

interface ConnectionDialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly onSaved: (connection: Connection) => void;
}

/** Create New Connection: the form, the steps of its save, and the question in between. */
export function ConnectionDialog({ open, onClose, onSaved }: ConnectionDialogProps) {
  const flow = useSaveConnection();
  const toast = useToast();
  const form = useForm({
    draft: useDraft('connection', 'name'),
    initial: empty,
    check: (values) => checkWith(newConnectionSchema, values),
    submit: async (values) => {
      const result = await flow.save(newConnectionSchema.parse(values));
      if (result.outcome === 'saved') onSaved(result.connection);
      if (result.outcome !== 'failed') return;
      if (result.step === 'creation') {
        toast({
          tone: 'error',
          title: 'HubSpot Properties Creation Failed',
          description: failureText(result.error, creationFallback).text,
        });
      }
      throw result.error;
    },
    blame: (error) => {
      const field = blamedField(error);
      return field && error instanceof Error ? { [field]: error.message } : {};
    },
  });
  const { failure, submitting } = form;
  const cancel = () => {
    form.reset(empty);
    onClose();
  };
  const failedStep = flow.steps?.find(({ state }) => state === 'error')?.name;
  return (
    <Dialog
      open={open}
      title="Create New Connection"
      onCancel={cancel}
      closable={!submitting}
      mask={{ closable: false }}
      keyboard={!submitting}
      footer={[
        <Button key="cancel" disabled={submitting} onClick={cancel}>
          Cancel
        </Button>,
        <Button key="create" type="primary" htmlType="submit" form="connection-form" loading={submitting}>
          Create connection
        </Button>,
      ]}
    >
      <form id="connection-form" className="fields" noValidate autoComplete="off" onSubmit={form.onSubmit}>
        <TextField
          form={form}
          name="name"
          label="Name"
          help="What your team calls it, for example the location"
          placeholder="Summit Roofing - Denver"
        />
        <TextField
          form={form}
          name="acculynxApiKey"
          label="Acculynx API key"
          type="password"
          autoComplete="new-password"
          help="In AccuLynx: Account Settings, API Keys"
        />
        <TextField
          form={form}
          name="hubspotPat"
          label="HubSpot Private Access Token"
          type="password"
          autoComplete="new-password"
          help="In HubSpot: a service key or a private app token"
        />
        {flow.steps ? <SaveStepsPanel steps={flow.steps} /> : null}
        {failure ? (
          <FailureAlert
            title={(failedStep && failureTitles[failedStep]) ?? 'Failed to create connection'}
            error={failure}
            fallback="An unknown error occurred"
            advice={form.failureAtField ? 'Nothing was saved. Correct the marked field and try again.' : null}
          />
        ) : null}
      </form>
      {flow.question ? <MissingPropertiesDialog question={flow.question} /> : null}
    </Dialog>
  );
}
