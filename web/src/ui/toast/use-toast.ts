import { createContext, use, useCallback } from 'react';
import { failureText } from '../../api/error-policy.ts';
import { isToldByOverlay, OverlayContext } from '../../api/session-signals.ts';

export interface ToastContent {
  readonly title: string;
  readonly description?: string;
  readonly tone?: 'success' | 'warning' | 'error' | 'info';
  /** How long it stays, in milliseconds; 5 s unless the specification says otherwise. */
  readonly duration?: number;
  /** Its topic, by which its text can be changed while it is open. */
  readonly topic?: string;
}

/** Shows a toast after those requested earlier. It confirms something and is never the only place that shows an error. */
export type ShowToast = (content: ToastContent) => void;

export interface Toasts {
  readonly show: ShowToast;
  /** Changes the text of the toast about a topic, if it is open or waits. */
  readonly amend: (topic: string, content: ToastContent) => void;
  /** The user has left the page: the toast that was shown on it closes. */
  readonly leavePage: () => void;
  /** Closes all toasts, because nothing they could be about remains on the page. */
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

/** The fixed title of a failure, and the text if the server gives no reason. */
export interface FailureTexts {
  readonly title: string;
  readonly fallback: string;
}

/**
 * Runs what a form does; a failure is shown in a toast, unless an overlay shows it, and is thrown on to the form, which keeps
 * the reason in sight.
 */
export function useFailureToast({
  title,
  fallback,
}: FailureTexts): <T>(work: () => Promise<T>) => Promise<T> {
  const toast = useToast();
  const overlay = use(OverlayContext);
  return useCallback(
    async (work) => {
      try {
        return await work();
      } catch (error) {
        if (!(overlay && isToldByOverlay(error)))
          toast({ tone: 'error', title, description: failureText(error, fallback).text });
        throw error;
      }
    },
    [toast, overlay, title, fallback],
  );
}
