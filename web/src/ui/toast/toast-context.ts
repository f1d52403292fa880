import { createContext, use } from 'react';

export interface ToastContent {
  readonly title: string;
  readonly description?: string;
  readonly tone?: 'success' | 'warning' | 'error' | 'info';
  /** How long it stays, in milliseconds; 5 s unless the specification says otherwise. */
  readonly duration?: number;
  /** What it is about, so that its text can be amended while it is open. */
  readonly topic?: string;
}

/** Shows a toast, after those that came before it. It confirms; it is never the only copy of an error. */
export type ShowToast = (content: ToastContent) => void;

export interface Toasts {
  readonly show: ShowToast;
  /** Changes the text of the toast about a topic, if it is open or waits. */
  readonly amend: (topic: string, content: ToastContent) => void;
  /** The person went on to another page: what was said on the former one goes. */
  readonly leavePage: () => void;
  /** Nothing is left to be said about what is on the page: all toasts go. */
  readonly clear: () => void;
}

const nothing = () => undefined;

export const ToastContext = createContext<Toasts>({
  show: nothing,
  amend: nothing,
  leavePage: nothing,
  clear: nothing,
});

export const useToasts = (): Toasts => use(ToastContext);

export const useToast = (): ShowToast => useToasts().show;
