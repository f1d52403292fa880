import type { KeyboardEvent } from 'react';

const controls =
  'a[href], button, input:not([type="hidden"]), select, textarea, summary, [tabindex]:not([tabindex="-1"])';

/** Leads Tab from the end of a dialog to its beginning, and back: else it would leave the page for the browser's own bars. */
export function wrapTab(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'Tab' || event.defaultPrevented) return;
  const { target, currentTarget } = event;
  // React tells of what happens in another dialog or list, too, that was opened from this one.
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
