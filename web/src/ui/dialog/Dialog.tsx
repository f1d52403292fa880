import { Modal, type ModalProps } from 'antd';
import { useId, useLayoutEffect, useRef, type ReactNode } from 'react';
import { useSearchParams } from 'react-router-dom';
import { wrapTab } from '../controls/keyboard-focus.ts';
import './dialog.css';

const aroundKeys = { onKeyDown: wrapTab };
const beside = { closable: false };
const nearTop = { top: 48 };

// A long title leaves room for the closing cross.
const spacing = {
  header: { marginBottom: 16, paddingInlineEnd: 32 },
  footer: { display: 'flex', flexWrap: 'wrap', justifyContent: 'flex-end', gap: 8, marginTop: 24 },
} as const;

/** The buttons below long content stay visible and never cover the focused element. */
const longSpacing = {
  ...spacing,
  wrapper: { scrollPaddingBlock: '16px 88px' },
  footer: {
    ...spacing.footer,
    position: 'sticky',
    zIndex: 2,
    bottom: 0,
    margin: '24px -24px -20px',
    padding: '12px 24px',
    borderTop: '1px solid var(--ant-color-border-secondary)',
    borderRadius: '0 0 8px 8px',
    background: 'var(--ant-color-bg-elevated)',
  },
} as const;

interface DialogProps extends ModalProps {
  readonly open: boolean;
  /** Its content may be higher than a screen. */
  readonly long?: boolean;
}

/**
 * antd's Modal, with two things done by our own means: the page behind it is held still, since Modal writes a style
 * element without the nonce that the content security policy asks for; and the focus goes to the first field, before
 * the opening has been drawn, and back to where it came from, also when the dialog is removed instead of closed.
 *
 * A click beside it does not close it: that is as often the second half of a double click on what opened it, and what was
 * typed would be lost.
 */
export function Dialog({ children, long = false, ...props }: DialogProps) {
  const bodyId = useId();
  useScrollLock(props.open);
  useFocusBack(props.open, bodyId);
  return (
    <Modal
      scrollLock={false}
      styles={long ? longSpacing : spacing}
      {...(long ? { style: nearTop } : {})}
      focusable={{ focusTriggerAfterClose: false }}
      // So that each opening brings a new body, which takes the focus.
      destroyOnHidden
      mask={beside}
      wrapProps={aroundKeys}
      {...props}
    >
      <DialogBody id={bodyId}>{children}</DialogBody>
    </Modal>
  );
}

function DialogBody({ id, children }: { readonly id: string; readonly children: ReactNode }) {
  useLayoutEffect(() => {
    // After the outer layout effects, which attach the dialog to the page, but before the paint.
    queueMicrotask(() => {
      takeFocus(id);
    });
  }, [id]);
  return <div id={id}>{children}</div>;
}

/** Fields for typing or choosing. */
const fields = 'input:not([disabled]):not([type="hidden"]), textarea:not([disabled]), select:not([disabled])';

/** The first button in the footer of a dialog without fields; of two, this is the one that changes nothing. */
const firstButton = '.ant-modal-footer button:not([disabled])';

/** The focus moves here if the opener is gone, for example after navigation. */
const content = () => document.getElementById('content');

/** Focuses the element that requests it, else the dialog's first field, else its first button. */
function takeFocus(bodyId: string): void {
  const body = document.getElementById(bodyId);
  const dialog = body?.closest('[role="dialog"]');
  // The close button has the focus only because it comes first.
  if (dialog?.querySelector(':focus:not([aria-label="Close"])')) return;
  const first =
    dialog?.querySelector<HTMLElement>('[data-autofocus]') ??
    body?.querySelector<HTMLElement>(fields) ??
    dialog?.querySelector<HTMLElement>(firstButton);
  first?.focus();
}

/** When a dialog closes, returns the focus to the element that had it before. */
function useFocusBack(open: boolean, bodyId: string): void {
  const opener = useRef<HTMLElement | null>(null);
  const goingBack = useRef<ReturnType<typeof setTimeout>>(undefined);

  useLayoutEffect(() => {
    if (!open) return;
    clearTimeout(goingBack.current);
    const dialog = () => document.getElementById(bodyId)?.closest('[role="dialog"]');
    const active = document.activeElement;
    // If an element in the dialog has already taken the focus, the opener is already known.
    if (active instanceof HTMLElement && active !== document.body && !dialog()?.contains(active))
      opener.current = active;
    return () => {
      // When the dialog is off the screen: until then it keeps the focus inside.
      goingBack.current = setTimeout(() => {
        const back = opener.current;
        opener.current = null;
        // A newly opened page may have set the focus already.
        const free = document.activeElement === null || document.activeElement === document.body;
        const target = back?.isConnected ? back : free ? content() : null;
        target?.focus({ preventScroll: true });
      }, 0);
    };
  }, [open, bodyId]);
}

/** How many dialogs are open; the page scrolls again when the last one closes. */
let locks = 0;

function show(): void {
  const root = document.documentElement;
  if (!root.classList.contains('scroll-locked'))
    root.style.setProperty('--scrollbar-width', `${window.innerWidth - root.clientWidth}px`);
  root.classList.toggle('scroll-locked', locks > 0);
}

/** Keeps the page from scrolling behind a dialog. */
function useScrollLock(locked: boolean): void {
  useLayoutEffect(() => {
    if (!locked) return;
    locks += 1;
    show();
    return () => {
      locks -= 1;
      show();
    };
  }, [locked]);
}

interface DialogInUrl {
  readonly isOpen: boolean;
  readonly open: () => void;
  readonly close: () => void;
}

const parameter = 'dialog';

/** A dialog whose being open is part of the address, so that Back closes it and a link can open it. */
export function useDialogInUrl(name: string): DialogInUrl {
  const [search, setSearch] = useSearchParams();
  return {
    isOpen: search.get(parameter) === name,
    open: () => {
      setSearch((present) => {
        const next = new URLSearchParams(present);
        next.set(parameter, name);
        return next;
      });
    },
    close: () => {
      setSearch(
        (present) => {
          const next = new URLSearchParams(present);
          next.delete(parameter);
          return next;
        },
        { replace: true },
      );
    },
  };
}
