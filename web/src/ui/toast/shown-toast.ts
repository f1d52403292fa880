import type { ToastContent } from './use-toast.ts';

/** The current or most recent toast. `at` is when it appeared, in epoch milliseconds. */
export interface ShownToast extends ToastContent {
  readonly id: number;
  readonly open: boolean;
  readonly at: number;
  /** How long it stays from its last change on, in milliseconds. */
  readonly stays: number;
}

/** A toast waiting to be shown. `at` is when it was requested. */
type WaitingToast = ToastContent & { readonly at: number };

/** One toast at a time; others wait, so that each can be read and is heard. */
export interface ToastQueue {
  readonly shown: ShownToast | null;
  readonly waiting: readonly WaitingToast[];
}

export type ToastEvent =
  | { readonly type: 'show'; readonly content: ToastContent; readonly at: number }
  | { readonly type: 'amend'; readonly topic: string; readonly content: ToastContent }
  | { readonly type: 'close'; readonly id: number; readonly at: number }
  | { readonly type: 'page-left' | 'page-seen-again'; readonly at: number }
  | { readonly type: 'cleared' };

export const noToasts: ToastQueue = { shown: null, waiting: [] };

const defaultDuration = 5000;

/** Long enough to read a toast while the next waits, because a confirmation must not appear long after the action. */
const shortDuration = 2500;

/** A toast that came with the change of page itself ('Migration Created') belongs to the new page. */
const newForMs = 1000;

/** How long a toast is shown: 5 s by default, less while another one waits. */
const durationOf = ({ duration = defaultDuration }: ToastContent, othersWait: boolean): number =>
  othersWait ? Math.min(duration, shortDuration) : duration;

/** The toasts after an event. */
export function nextToasts(queue: ToastQueue, event: ToastEvent): ToastQueue {
  const { shown, waiting } = queue;
  const old = (toast: WaitingToast) => 'at' in event && event.at - toast.at >= durationOf(toast, false);
  switch (event.type) {
    case 'show':
      return withToast(queue, { ...event.content, at: event.at });
    case 'amend': {
      const amended = <Toast extends ToastContent>(toast: Toast): Toast =>
        toast.topic === event.topic ? { ...toast, ...event.content } : toast;
      return { shown: shown?.open ? amended(shown) : shown, waiting: waiting.map(amended) };
    }
    case 'close':
      return shown?.open && shown.id === event.id ? withNext(queue, event.at) : queue;
    case 'page-left':
      return shown?.open && event.at - shown.at >= newForMs ? withNext(queue, event.at) : queue;
    case 'cleared':
      return { shown: shown && { ...shown, open: false }, waiting: [] };
    case 'page-seen-again': {
      // Timers pause while the browser tab is hidden; toasts that have become too old are dropped.
      const left = { shown, waiting: waiting.filter((toast) => !old(toast)) };
      return shown?.open && old(shown) ? withNext(left, event.at) : left;
    }
  }
}

function withToast(queue: ToastQueue, toast: WaitingToast): ToastQueue {
  const { shown, waiting } = queue;
  if (!shown?.open) return { shown: opened(shown, toast, toast.at, false), waiting };
  // A repeated toast, for example after a second press of the same button, is shown once.
  const others = waiting.filter((other) => !saysTheSame(other, toast));
  if (saysTheSame(shown, toast) && others.length === 0)
    return { shown: opened(shown, toast, toast.at, false), waiting: [] };
  const stays = Math.max(1, durationOf(shown, true) - (toast.at - shown.at));
  return { shown: waiting.length > 0 ? shown : { ...shown, stays }, waiting: [...others, toast] };
}

/** Closes the current toast and shows the next one, if any. */
function withNext({ shown, waiting: [next, ...waiting] }: ToastQueue, now: number): ToastQueue {
  if (next) return { shown: opened(shown, next, now, waiting.length > 0), waiting };
  return { shown: shown && { ...shown, open: false }, waiting };
}

function opened(former: ShownToast | null, toast: ToastContent, at: number, othersWait: boolean): ShownToast {
  return { ...toast, id: (former?.id ?? 0) + 1, open: true, at, stays: durationOf(toast, othersWait) };
}

const saysTheSame = (one: ToastContent, other: ToastContent): boolean =>
  one.title === other.title && one.description === other.description;
