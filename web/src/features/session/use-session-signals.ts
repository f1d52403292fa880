import type { User } from '@ridgeline/contracts';
import { useEffect, useState } from 'react';
import type { KeyedMutator } from 'swr';
import type { SessionSignals } from '../../api/session-signals.ts';

/**
 * Applies what failed calls report to the answer about the user, ahead of the next poll. A denied call alone does not
 * revoke access: it is reported where it was made, and the server is asked whether access was revoked. Returns whom to
 * contact about that, once a call has said so.
 */
export function useSessionSignals(
  signals: SessionSignals,
  revalidate: KeyedMutator<User | null>,
): string | null {
  const [contact, setContact] = useState<string | null>(null);
  useEffect(
    () =>
      signals.subscribe((signal) => {
        switch (signal.type) {
          case 'session-ended':
            void revalidate(null, { revalidate: false });
            break;
          case 'access-denied':
            setContact(signal.contact);
            void revalidate();
            break;
          case 'unreachable':
            break;
        }
      }),
    [signals, revalidate],
  );
  return contact;
}

/** The wait before a failed connection is reported, after coming online, and between further looks. */
const checkDelayMs = 2000;

/**
 * True while the server does not answer: after a failed call and a failed check, or immediately if a user waits for the
 * call, until it answers again. Offline, only the latter counts, because the page stays readable and says that its data is
 * old. After coming online, it also checks, because the session may have ended. `look` resolves to whether an answer came.
 */
export function useReachability(signals: SessionSignals, look: () => Promise<boolean>): boolean {
  const [unreachable, setUnreachable] = useState(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let stopped = false;
    const lookLater = () => {
      timer ??= setTimeout(() => {
        void look().then((reached) => {
          timer = undefined;
          if (stopped) return;
          setUnreachable(!reached);
          if (!reached) lookLater();
        });
      }, checkDelayMs);
    };
    const unsubscribe = signals.subscribe((signal) => {
      if (signal.type !== 'unreachable') return;
      if (signal.awaited) setUnreachable(true);
      else if (!navigator.onLine) return;
      lookLater();
    });
    window.addEventListener('online', lookLater);
    return () => {
      stopped = true;
      unsubscribe();
      window.removeEventListener('online', lookLater);
      clearTimeout(timer);
    };
  }, [signals, look]);
  return unreachable;
}
