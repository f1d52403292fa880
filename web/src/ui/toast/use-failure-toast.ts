import { use, useCallback } from 'react';
import { failureText } from '../../api/error-policy.ts';
import { isToldByOverlay, OverlayContext } from '../../api/overlay-context.ts';
import { useToast } from './toast-context.ts';

/** The fixed title of a failure, and what stands where the server says nothing. */
export interface FailureTexts {
  readonly title: string;
  readonly fallback: string;
}

/**
 * Runs what a form does; a failure is told in a toast, unless an overlay tells it, and goes on to the form, which keeps
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
