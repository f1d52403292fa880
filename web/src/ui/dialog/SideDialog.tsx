import { CloseOutlined } from '@ant-design/icons';
import { useLayoutEffect, useRef, type KeyboardEvent, type ReactNode } from 'react';
import { Button } from '../controls/Button.tsx';
import { wrapTab } from '../controls/keyboard-focus.ts';
import './side-dialog.css';

interface SideDialogProps {
  readonly title: string;
  /** Beside the title: links that concern all of it. */
  readonly actions?: ReactNode;
  /** Called when it must close; it closes when it is no longer drawn. */
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/**
 * A panel at the right edge, over the page and over an open dialog, which both stay as they are: the browser's own modal
 * dialog, which holds the focus and gives it back. It is for what is read; Escape or a click beside it closes it.
 */
export function SideDialog({ title, actions, onClose, children }: SideDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const { current } = dialog;
    current?.showModal();
    return () => {
      // One that is removed while it is open would not give the focus back.
      current?.close();
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      className="side-dialog"
      aria-label={title}
      // So that a click on its text leaves the focus within, where its keys are heard.
      tabIndex={-1}
      onKeyDownCapture={clearFirst}
      onKeyDown={keepKeys}
      onCancel={(event) => {
        // Closed by the browser itself, it would give the focus back before the page knows that it is closed.
        event.preventDefault();
        onClose();
      }}
      onClose={({ currentTarget }) => {
        if (!currentTarget.open) onClose();
      }}
      onClick={({ target, currentTarget, detail }) => {
        // The dialog itself is hit only beside its content; the second click of a double one meant what opened it.
        if (target === currentTarget && detail < 2) onClose();
      }}
    >
      <div className="side-dialog-content">
        <div className="side-dialog-head">
          <p>{title}</p>
          {actions}
          <Button
            look="text"
            icon={<CloseOutlined aria-hidden />}
            aria-label={`Close ${title.toLowerCase()}`}
            onClick={onClose}
          />
        </div>
        <div className="side-dialog-body">{children}</div>
      </div>
    </dialog>
  );
}

/** Escape in a field that is filled clears the field, which does that itself, and closes nothing. */
function clearFirst({ key, target, nativeEvent }: KeyboardEvent<HTMLDialogElement>): void {
  if (key === 'Escape' && target instanceof HTMLInputElement && target.value !== '')
    nativeEvent.preventDefault();
}

/** Keeps Tab within, and Escape from the dialog below, which would close too. */
function keepKeys(event: KeyboardEvent<HTMLDialogElement>): void {
  wrapTab(event);
  if (event.key === 'Escape') event.stopPropagation();
}
