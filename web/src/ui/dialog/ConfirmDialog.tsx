import { useRef, useState, type ReactNode } from 'react';
import { Button } from '../controls/Button.tsx';
import { FailureAlert } from '../controls/Notice.tsx';
import type { FailureTexts } from '../toast/use-toast.ts';
import { Dialog } from './Dialog.tsx';

interface ConfirmDialogProps {
  readonly title: string;
  /** The verb and its object. */
  readonly confirm: string;
  readonly keep: string;
  /** Whether the action is destructive. */
  readonly danger?: boolean;
  readonly failure: FailureTexts;
  /** When it throws, the question stays, with the reason; after 'ask-again' another question replaces it. */
  readonly onConfirm: () => Promise<unknown>;
  readonly onClose: () => void;
  /** What will happen, and what will not. */
  readonly children: ReactNode;
}

/** The question before an action that is hard to undo; the button that keeps things as they are has the focus. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, confirm, keep, danger = true, failure, onConfirm, onClose, children } = props;
  const [sending, setSending] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const keepButton = useRef<HTMLButtonElement>(null);

  const send = async () => {
    setSending(true);
    setError(null);
    try {
      const next = await onConfirm();
      if (next !== 'ask-again') {
        onClose();
        return;
      }
      setSending(false);
      // A second press of the same key does not answer the second question.
      keepButton.current?.focus();
    } catch (thrown) {
      setError(thrown);
      setSending(false);
    }
  };
  return (
    <Dialog
      open
      title={title}
      onCancel={onClose}
      footer={[
        <Button key="keep" ref={keepButton} autoFocus onClick={onClose}>
          {keep}
        </Button>,
        <Button key="confirm" look="primary" danger={danger} loading={sending} onClick={() => void send()}>
          {confirm}
        </Button>,
      ]}
    >
      <div className="fields">
        {children}
        {error ? <FailureAlert {...failure} error={error} /> : null}
      </div>
    </Dialog>
  );
}
