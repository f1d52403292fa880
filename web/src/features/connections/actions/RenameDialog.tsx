import { renameConnection, renameConnectionSchema } from '@ridgeline/contracts';
import { useCommand } from '../../../api/command.ts';
import { checkWith } from '../../../ui/form/field-texts.ts';
import { FormDialog } from '../../../ui/form/FormDialog.tsx';
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
    <FormDialog
      id="rename-connection"
      autoComplete="off"
      title={texts.title}
      form={form}
      failed={texts.failed}
      send="Save"
      disabled={!isNewName(form.values.name, connection.name)}
      onCancel={cancel}
    >
      <TextField form={form} name="name" label="Connection name" help="Everyone in your company sees it." />
    </FormDialog>
  );
}

const shortest = 3;

/** Whether a typed name can be saved: long enough and different from the current one. */
export function isNewName(typed: string, present: string): boolean {
  const name = typed.trim();
  return name.length >= shortest && name !== present;
}
