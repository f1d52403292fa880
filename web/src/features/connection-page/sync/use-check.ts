import type { compareWithHubspot, sweepNow } from '@ridgeline/contracts';
import { useState } from 'react';
import { useCommand } from '../../../api/command.ts';
import { useToast } from '../../../ui/toast/use-toast.ts';

interface Started {
  readonly text: { readonly title: string; readonly description: string };
  readonly onStarted: () => void;
}

/** Starts a comparison of all records of a connection. */
export function useCheck(
  endpoint: typeof sweepNow | typeof compareWithHubspot,
  connectionId: number,
  { text, onStarted }: Started,
) {
  const send = useCommand(endpoint);
  const toast = useToast();
  const [checking, setChecking] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const start = async () => {
    setChecking(true);
    setFailure(null);
    try {
      await send({ params: { id: String(connectionId) } });
      toast(text);
      onStarted();
    } catch (error) {
      setFailure(error);
    }
    setChecking(false);
  };
  return { checking, failure, start };
}
