import { ConnectionError, getUser } from '@ridgeline/contracts';
import { useEffect, useState } from 'react';
import { api } from '../../api/client.ts';
import type { SessionSignals } from '../../api/session-signals.ts';

/** The wait before a failed connection is believed, and between further looks. */
const checkDelayMs = 2000;

async function answers(): Promise<boolean> {
  try {
    await api(getUser);
    return true;
  } catch (error) {
    return !(error instanceof ConnectionError);
  }
}

/** True while the server gives no answer: after a failed call and a second look, until it answers again. */
export function useReachability(signals: SessionSignals): boolean {
  const [unreachable, setUnreachable] = useState(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = async () => {
      const reached = await answers();
      setUnreachable(!reached);
      timer = reached ? undefined : setTimeout(() => void look(), checkDelayMs);
    };
    const unsubscribe = signals.subscribe((signal) => {
      if (signal === 'unreachable') timer ??= setTimeout(() => void look(), checkDelayMs);
    });
    return () => {
      unsubscribe();
      clearTimeout(timer);
    };
  }, [signals]);
  return unreachable;
}
