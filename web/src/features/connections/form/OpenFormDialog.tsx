import { listConnections, type Connection } from '@ridgeline/contracts';
import { useState } from 'react';
import { api } from '../../../api/client.ts';
import { Dialog } from '../../../ui/dialog/Dialog.tsx';
import { useUser } from '../../session/session-context.ts';
import { MissingProperties } from '../save/MissingProperties.tsx';
import type { SaveUnderWay } from '../save/saves-under-way.ts';
import { ResumedSavePanel, SaveProgress } from '../save/SaveStepsPanel.tsx';
import { useResumedSave } from '../save/use-resumed-save.ts';
import { ConnectionForm } from './ConnectionForm.tsx';
import { formName, textsOf, type FormMode } from './form-mode.ts';
import { FormButtons } from './FormButtons.tsx';
import { useConnectionForm } from './use-connection-form.ts';
import { fetchConnection, useLatest } from './use-latest.ts';

interface OpenFormDialogProps {
  readonly mode: FormMode;
  readonly onClose: () => void;
  readonly onSaved: (connection: Connection) => void;
}

const formId = 'connection-form';

/** One dialog whose content changes: the form, the steps of its save, and the question within the third of them. */
function OpenFormDialog({ mode, onClose, onSaved }: OpenFormDialogProps) {
  const user = useUser();
  const state = useConnectionForm(mode, onSaved);
  const { form, save } = state;
  const resumed = useResumedSave({ userId: user.id, form: formName(mode) }, (found) => {
    void savedMeanwhile(mode, found).then((connection) => {
      if (connection) onSaved(connection);
      else onClose();
    });
  });
  const freshness = useLatest(mode.kind === 'edit' ? mode.connection.id : null, state.take);
  const [create, setCreate] = useState(true);
  const texts = textsOf(mode);
  const { question, halted, steps } = save;
  const cancel = () => {
    if (question) {
      question.answer('cancel');
      return;
    }
    if (halted) {
      halted.close();
      return;
    }
    form.reset(form.values);
    onClose();
  };
  const saving = form.submitting && !question && !halted;
  const panel = steps ? (
    <SaveProgress steps={steps} meanwhile={texts.meanwhile} failure={halted?.error ?? null} />
  ) : null;
  return (
    <Dialog
      open
      long
      width={640}
      title={question ? 'Missing HubSpot properties' : texts.title}
      onCancel={cancel}
      closable={!saving}
      keyboard={!saving}
      footer={
        saving && steps ? null : (
          <FormButtons
            formId={formId}
            submit={texts.submit}
            ready={freshness !== 'fetching'}
            submitting={saving}
            save={save}
            resumed={resumed}
            create={create}
            onCancel={cancel}
            onClose={onClose}
          />
        )
      }
    >
      {question ? (
        <MissingProperties missing={question.missing} create={create} onChange={setCreate} />
      ) : resumed ? (
        <ResumedSavePanel resumed={resumed} unharmed={texts.unharmed} />
      ) : (
        panel
      )}
      <ConnectionForm
        id={formId}
        mode={mode}
        state={state}
        freshness={freshness}
        administrator={user.administrator}
        hidden={question !== null || steps !== null || resumed !== null}
      />
    </Dialog>
  );
}

/** The connection stored by a save during which the page was reloaded: the edited one, else the newest with that name. */
async function savedMeanwhile(mode: FormMode, { name }: SaveUnderWay): Promise<Connection | null> {
  try {
    if (mode.kind === 'edit') return await fetchConnection(mode.connection.id);
    const connections = await api(listConnections);
    return connections.filter((one) => one.name === name).toSorted((a, b) => b.id - a.id)[0] ?? null;
  } catch {
    return null;
  }
}

interface ConnectionFormDialogProps {
  readonly mode: FormMode;
  readonly open: boolean;
  readonly onClose: () => void;
  /** In place of `onClose`, once the connection is saved. */
  readonly onSaved: (connection: Connection) => void;
}

/**
 * The form of a connection: 'Create New Connection', a copy, or 'Update Connection'; then the save steps, with the question
 * in between. Closing it discards the input.
 */
export function ConnectionFormDialog({ mode, open, onClose, onSaved }: ConnectionFormDialogProps) {
  if (!open) return null;
  // A separate form per connection, so that nothing carries over from the previous one.
  return <OpenFormDialog key={formName(mode)} mode={mode} onClose={onClose} onSaved={onSaved} />;
}
