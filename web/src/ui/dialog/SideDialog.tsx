import { CloseOutlined } from '@ant-design/icons';
import { useLayoutEffect, useRef, type KeyboardEvent, type ReactNode } from 'react';
import { Button } from '../controls/Button.tsx';
import { wrapTab } from '../controls/keyboard-focus.ts';
import './side-dialog.css';

interface SideDialogProps {
  readonly title: string;
  /** Beside the title: links about the whole panel. */
  readonly actions?: ReactNode;
  /** Called when it must close; it closes when it is no longer drawn. */
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/**
 * A panel at the right edge, on top of the page and of an open dialog, both of which keep their state. It is a native modal
 * dialog, which traps the focus and returns it. For reading only; Escape or a click beside it closes it.
 */
export function SideDialog({ title, actions, onClose, children }: SideDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const { current } = dialog;
    current?.showModal();
    return () => {
      // Removing an open dialog would not return the focus.
      current?.close();
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      className="side-dialog"
      aria-label={title}
      // Keeps the focus inside after a click on text, so that the panel still receives keys.
      tabIndex={-1}
      onKeyDownCapture={clearFirst}
      onKeyDown={keepKeys}
      onCancel={(event) => {
        // If the browser closed it, the focus would return before the page knows that the panel is closed.
        event.preventDefault();
        onClose();
      }}
      onClose={({ currentTarget }) => {
        if (!currentTarget.open) onClose();
      }}
      onClick={({ target, currentTarget, detail }) => {
        // Only a click beside the content targets the dialog itself; the second click of a double-click was meant for the
        // opener.
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

/** In a filled field, Escape only clears the field (which the field does itself) and closes nothing. */
function clearFirst({ key, target, nativeEvent }: KeyboardEvent<HTMLDialogElement>): void {
  if (key === 'Escape' && target instanceof HTMLInputElement && target.value !== '')
    nativeEvent.preventDefault();
}

/** Traps Tab, and keeps Escape from also closing the dialog below. */
function keepKeys(event: KeyboardEvent<HTMLDialogElement>): void {
  wrapTab(event);
  if (event.key === 'Escape') event.stopPropagation();
}
