import { useCallback } from 'react';
import { failureText } from '../../api/error-policy.ts';
import { useToast } from './toast-context.ts';

/** The fixed title of a failure, and what stands where the server says nothing. */
export interface FailureTexts {
  readonly title: string;
  readonly fallback: string;
}

/** Runs what a form does; a failure is told in a toast, and goes on to the form, which keeps the reason in sight. */
export function useFailureToast({
  title,
  fallback,
}: FailureTexts): <T>(work: () => Promise<T>) => Promise<T> {
  const toast = useToast();
  return useCallback(
    async (work) => {
      try {
        return await work();
      } catch (error) {
        toast({ tone: 'error', title, description: failureText(error, fallback).text });
        throw error;
      }
    },
    [toast, title, fallback],
  );
}
