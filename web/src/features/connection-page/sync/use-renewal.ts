import { renewSubscription } from '@ridgeline/contracts';
import { useState } from 'react';
import { useCommand } from '../../../api/command.ts';
import { useToast } from '../../../ui/toast/use-toast.ts';
import { useConnectionChanges } from '../../connections/use-connections.ts';

interface Renewal {
  readonly renew: () => Promise<void>;
  readonly renewing: boolean;
  /** Why the last try failed; null where none did. */
  readonly failure: unknown;
}

export const renewalFailure = {
  title: 'Could not subscribe again',
  fallback: 'The webhook is unchanged. Try again.',
} as const;

/** Subscribes again at AccuLynx. */
export function useRenewal(connectionId: number): Renewal {
  const send = useCommand(renewSubscription);
  const { changed } = useConnectionChanges();
  const toast = useToast();
  const [renewing, setRenewing] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const renew = async () => {
    setRenewing(true);
    setFailure(null);
    try {
      changed(await send({ params: { id: String(connectionId) } }));
      toast({
        title: 'Webhook subscribed again',
        description: 'Auto-sync now looks for changes that were missed.',
      });
    } catch (error) {
      setFailure(error);
    }
    setRenewing(false);
  };
  return { renew, renewing, failure };
}
