import { useEffectEvent, useLayoutEffect, useRef, type RefObject } from 'react';

/**
 * For a control that its own press takes away or disables: the keyboard, if it is there, goes on at the heir, else at the
 * content, never at nothing.
 */
export function useFocusHeir<Control extends HTMLElement>(
  heirOf: (control: Control) => HTMLElement | null | undefined,
  disabled = false,
): RefObject<Control | null> {
  const ref = useRef<Control>(null);
  const handOver = useEffectEvent((control: Control | null) => {
    if (!control || control !== document.activeElement) return;
    const heir = heirOf(control) ?? document.getElementById('content');
    heir?.focus({ preventScroll: true });
  });
  useLayoutEffect(() => {
    if (disabled) handOver(ref.current);
  }, [disabled]);
  useLayoutEffect(() => {
    const { current } = ref;
    return () => {
      handOver(current);
    };
  }, []);
  return ref;
}

/** The search of the dialog that a control is in, else of its page: where the keyboard goes on when it was cleared. */
export const searchOf = (control: HTMLElement): HTMLElement | null =>
  (control.closest('[role="dialog"]') ?? document).querySelector<HTMLElement>('[aria-keyshortcuts="/"]');
