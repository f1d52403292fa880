import { useEffect } from 'react';
import { useToast } from '../../ui/toast/toast-context.ts';
import { expiredTexts as texts } from './texts.ts';

/** Says once that the session has expired; the notice on the page stays. */
export function useExpiryToast(expired: boolean): void {
  const toast = useToast();
  useEffect(() => {
    if (expired) toast({ tone: 'info', title: texts.title, description: texts.toast });
  }, [expired, toast]);
}
