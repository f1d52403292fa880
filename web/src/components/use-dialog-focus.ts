import { useLayoutEffect, useRef } from 'react';

const fields = 'input:not([disabled]):not([type="hidden"]), textarea:not([disabled]), select:not([disabled])';

/** The button of a dialog without fields that comes first at its foot: the one that changes nothing, where there are two. */
const firstButton = '.ant-modal-footer button:not([disabled])';

/** Where the keyboard goes on when the opener is gone, as after a change of page. */
const content = () => document.getElementById('content');

/** Gives the focus to a dialog's first field, else to its first button, unless something in it asked for it itself. */
export function takeFocus(bodyId: string): void {
  const body = document.getElementById(bodyId);
  const dialog = body?.closest('[role="dialog"]');
  // The closing cross has it only because it comes first.
  if (dialog?.querySelector(':focus:not([aria-label="Close"])')) return;
  const first = body?.querySelector<HTMLElement>(fields) ?? dialog?.querySelector<HTMLElement>(firstButton);
  first?.focus();
}

/** When a dialog closes, the focus goes back to what had it before. */
export function useFocusBack(open: boolean, bodyId: string): void {
  const opener = useRef<HTMLElement | null>(null);
  const goingBack = useRef<ReturnType<typeof setTimeout>>(undefined);

  // Before the effects in which buttons take the focus.
  useLayoutEffect(() => {
    if (!open) return;
    clearTimeout(goingBack.current);
    const dialog = () => document.getElementById(bodyId)?.closest('[role="dialog"]');
    const active = document.activeElement;
    // What in the dialog asked for the focus has it by now; then what had it before is known already.
    if (active instanceof HTMLElement && active !== document.body && !dialog()?.contains(active))
      opener.current = active;
    return () => {
      // When the dialog is off the screen: until then it keeps the focus inside.
      goingBack.current = setTimeout(() => {
        const back = opener.current;
        opener.current = null;
        const target = back?.isConnected ? back : content();
        target?.focus({ preventScroll: true });
      }, 0);
    };
  }, [open, bodyId]);
}
