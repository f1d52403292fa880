import { useRemembered } from '../../ui/page/remembered.ts';
import type { AttentionItem } from './bad-ends.ts';

/** The number of ids that fit into a cookie. */
const most = 100;

/** Parses the remembered ids, `12.15`. */
const readNumbers = (remembered: string | null): readonly number[] =>
  (remembered ?? '')
    .split('.')
    .map(Number)
    .filter((id) => Number.isSafeInteger(id) && id > 0);

/** The cookie value after dismissing one more item; the oldest are dropped first. */
export const withDismissed = (remembered: string | null, id: number): string =>
  [...new Set([...readNumbers(remembered), id])].slice(-most).join('.');

/** The items without those that were dismissed on this device, and what dismisses one more. */
export function useDismissed(
  items: readonly AttentionItem[],
): readonly [items: readonly AttentionItem[], dismiss: (id: number) => void] {
  const [remembered, remember] = useRemembered('ridgeline-dismissed');
  return [
    withoutDismissed(items, remembered),
    (id) => {
      remember(withDismissed(remembered, id));
    },
  ];
}

export function withoutDismissed(
  items: readonly AttentionItem[],
  remembered: string | null,
): readonly AttentionItem[] {
  const dismissed = new Set(readNumbers(remembered));
  return items.filter(({ dismissible }) => dismissible === undefined || !dismissed.has(dismissible));
}
