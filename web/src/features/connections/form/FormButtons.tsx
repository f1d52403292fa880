import { Button } from '../../../ui/controls/Button.tsx';
import type { Resumed } from '../save/use-resumed-save.ts';
import type { ConnectionSave } from '../save/use-save-connection.ts';

interface FormButtonsProps {
  readonly formId: string;
  readonly submit: string;
  /** Whether the form is loaded and can be submitted. */
  readonly ready: boolean;
  readonly submitting: boolean;
  readonly save: ConnectionSave;
  readonly resumed: Resumed | null;
  /** Whether missing properties will be created, as answered so far. */
  readonly create: boolean;
  readonly onCancel: () => void;
  readonly onClose: () => void;
}

/** The actions for the dialog's current content. */
export function FormButtons(props: FormButtonsProps) {
  const { formId, submit, ready, submitting, save, resumed, create, onCancel, onClose } = props;
  const { question, halted } = save;
  // A separate key per button, so that a button that replaces another is a new element and takes the focus.
  if (question)
    return (
      <>
        <Button key="stop" onClick={onCancel}>
          Cancel
        </Button>
        <Button
          key="continue"
          look="primary"
          autoFocus
          onClick={() => {
            question.answer(create ? 'create' : 'leave');
          }}
        >
          Continue
        </Button>
      </>
    );
  if (halted)
    return (
      <Button key="close" autoFocus onClick={halted.close}>
        Close
      </Button>
    );
  if (resumed) {
    const goesOn = resumed.verdict.state === 'running' || resumed.verdict.state === 'saved';
    return (
      <Button key="leave" onClick={goesOn ? onClose : resumed.leave}>
        {goesOn ? 'Close' : 'Back to the form'}
      </Button>
    );
  }
  return (
    <>
      <Button key="cancel" disabled={submitting} onClick={onCancel}>
        Cancel
      </Button>
      <Button key="submit" look="primary" type="submit" form={formId} loading={submitting} disabled={!ready}>
        {submit}
      </Button>
    </>
  );
}
