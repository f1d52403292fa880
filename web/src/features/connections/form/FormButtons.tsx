import { Button } from '../../../ui/controls/Button.tsx';
import type { Resumed } from '../save/use-resumed-save.ts';
import type { ConnectionSave } from '../save/use-save-connection.ts';

interface FormButtonsProps {
  readonly formId: string;
  readonly submit: string;
  /** Whether the form is there to be sent. */
  readonly ready: boolean;
  readonly submitting: boolean;
  readonly save: ConnectionSave;
  readonly resumed: Resumed | null;
  /** Whether missing properties shall be created, as the question stands. */
  readonly create: boolean;
  readonly onCancel: () => void;
  readonly onClose: () => void;
}

/** What can be done with what the dialog shows. */
export function FormButtons(props: FormButtonsProps) {
  const { formId, submit, ready, submitting, save, resumed, create, onCancel, onClose } = props;
  const { question, halted } = save;
  // Each button has a key of its own, so that one that takes another's place is a new one and takes the focus.
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
