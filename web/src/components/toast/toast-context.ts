import { createContext, use } from 'react';

export interface ToastContent {
  readonly title: string;
  readonly description?: string;
  readonly tone?: 'success' | 'error' | 'info';
  /** How long it stays, in milliseconds; 5 s unless the specification says otherwise. */
  readonly duration?: number;
}

/** Shows a toast in place of the present one. It confirms; it is never the only copy of an error. */
export type ShowToast = (content: ToastContent) => void;

export const ToastContext = createContext<ShowToast>(() => undefined);

export const useToast = (): ShowToast => use(ToastContext);
