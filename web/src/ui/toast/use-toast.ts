import { createContext, use, useCallback } from 'react';
import { failureText } from '../../api/error-policy.ts';
import { isToldByOverlay, OverlayContext } from '../../api/session-signals.ts';

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
  /** The user moved to another page: what was said on the former one goes. */
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

/** The fixed title of a failure, and what stands where the server says nothing. */
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
