import type { ToastContent } from './toast-context.ts';

/** The toast that is, or was last, on the screen. `at` is when it came, in epoch milliseconds. */
export interface ShownToast extends ToastContent {
  readonly id: number;
  readonly open: boolean;
  readonly at: number;
}

export type ToastEvent =
  | { readonly type: 'show'; readonly content: ToastContent; readonly at: number }
  | { readonly type: 'amend'; readonly topic: string; readonly content: ToastContent }
  | { readonly type: 'close'; readonly id: number }
  | { readonly type: 'page-left' | 'page-seen-again'; readonly at: number };

export const defaultDuration = 5000;

/** A toast that came with the change of page itself ('Migration Created') belongs to the new page. */
const newForMs = 1000;

/** The one toast after an event. */
export function nextToast(shown: ShownToast | null, event: ToastEvent): ShownToast | null {
  if (event.type === 'show') return { ...event.content, id: (shown?.id ?? 0) + 1, open: true, at: event.at };
  if (!shown?.open) return shown;
  const closed = { ...shown, open: false };
  switch (event.type) {
    case 'amend':
      return shown.topic === event.topic ? { ...shown, ...event.content } : shown;
    case 'close':
      return shown.id === event.id ? closed : shown;
    case 'page-left':
      return event.at - shown.at >= newForMs ? closed : shown;
    case 'page-seen-again':
      // Its time stands still while the browser's tab is not seen; then nobody wants to read it any more.
      return event.at - shown.at >= (shown.duration ?? defaultDuration) ? closed : shown;
  }
}
