import { useEffectEvent, useLayoutEffect, useRef, type KeyboardEvent, type RefObject } from 'react';

/**
 * For a control that is removed or disabled when pressed: if it has the focus, the focus moves to the given fallback, or
 * else to the content, so that it is never lost.
 */
export function useFocusFallback<Control extends HTMLElement>(
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

/** The search of the dialog that a control is in, else of its page: where the focus moves when it was cleared. */
export const searchOf = (control: HTMLElement): HTMLElement | null =>
  (control.closest('[role="dialog"]') ?? document).querySelector<HTMLElement>('[aria-keyshortcuts="/"]');

const controls =
  'a[href], button, input:not([type="hidden"]), select, textarea, summary, [tabindex]:not([tabindex="-1"])';

/** Leads Tab from the end of a dialog to its beginning, and back: else it would leave the page for the browser's own bars. */
export function wrapTab(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'Tab' || event.defaultPrevented) return;
  const { target, currentTarget } = event;
  // React also reports what happens in another dialog or list that was opened from this one.
  if (!(target instanceof Node) || !currentTarget.contains(target)) return;
  const stops = [...currentTarget.querySelectorAll<HTMLElement>(controls)].filter(
    (one) =>
      !one.matches(':disabled') && one.tabIndex >= 0 && one.checkVisibility({ visibilityProperty: true }),
  );
  const [leaves, enters] = event.shiftKey ? [stops[0], stops.at(-1)] : [stops.at(-1), stops[0]];
  if (!enters || document.activeElement !== leaves) return;
  event.preventDefault();
  enters.focus();
}
