import { renameConnection, renameConnectionSchema } from '@ridgeline/contracts';
import { useCommand } from '../../../api/command.ts';
import { Button } from '../../../ui/controls/Button.tsx';
import { Dialog } from '../../../ui/dialog/Dialog.tsx';
import { checkWith } from '../../../ui/form/field-texts.ts';
import { FormFailure } from '../../../ui/form/FormFailure.tsx';
import { TextField } from '../../../ui/form/TextField.tsx';
import { useForm } from '../../../ui/form/use-form.ts';
import { useFailureToast, useToast } from '../../../ui/toast/use-toast.ts';
import { useDraft } from '../../session/use-draft.ts';
import { useConnectionChanges } from '../use-connections.ts';
import type { ConnectionDialogProps } from './dialog-props.ts';
import { renameTexts as texts } from './texts.ts';

/** Gives a connection another name. */
export function RenameDialog({ connection, onClose }: ConnectionDialogProps) {
  const rename = useCommand(renameConnection);
  const { changed } = useConnectionChanges();
  const toast = useToast();
  const tellFailure = useFailureToast(texts.failed);
  const initial = { name: connection.name };
  const form = useForm({
    draft: useDraft(`rename-${connection.id}`, 'name'),
    initial,
    check: (values) => checkWith(renameConnectionSchema, values),
    submit: async ({ name }) => {
      const call = { params: { id: String(connection.id) }, body: { name: name.trim() } };
      changed(await tellFailure(() => rename(call)));
      onClose();
      toast({ title: texts.done });
    },
  });
  const cancel = () => {
    form.reset(initial);
    onClose();
  };
  return (
    <Dialog
      open
      title={texts.title}
      onCancel={cancel}
      footer={[
        <Button key="cancel" disabled={form.submitting} onClick={cancel}>
          Cancel
        </Button>,
        <Button
          key="save"
          look="primary"
          type="submit"
          form="rename-connection"
          disabled={!isNewName(form.values.name, connection.name)}
          loading={form.submitting}
        >
          Save
        </Button>,
      ]}
    >
      <form id="rename-connection" className="fields" noValidate autoComplete="off" onSubmit={form.onSubmit}>
        <TextField form={form} name="name" label="Connection name" help="Everyone in your company sees it." />
        <FormFailure form={form} texts={texts.failed} />
      </form>
    </Dialog>
  );
}

const shortest = 3;

/** Whether a typed name can be saved: long enough, and not the one that is there. */
export function isNewName(typed: string, present: string): boolean {
  const name = typed.trim();
  return name.length >= shortest && name !== present;
}
