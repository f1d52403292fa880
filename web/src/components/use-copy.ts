import { useCallback } from 'react';
import { useToast } from './toast/toast-context.ts';

/** Copies a text to the clipboard and says so; `label` is what it is. */
export function useCopy(): (label: string, text: string) => Promise<void> {
  const toast = useToast();
  return useCallback(
    async (label, text) => {
      try {
        await navigator.clipboard.writeText(text);
        toast({ title: `${label} Copied`, duration: 2_000 });
      } catch {
        toast({ tone: 'error', title: 'Copy failed', duration: 3_000 });
      }
    },
    [toast],
  );
}
