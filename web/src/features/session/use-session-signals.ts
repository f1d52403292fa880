import type { User } from '@ridgeline/contracts';
import { useEffect, useState } from 'react';
import type { KeyedMutator } from 'swr';
import type { SessionSignals } from '../../api/session-signals.ts';

/**
 * Takes what failed calls tell into the answer about the user, ahead of the next look at it. A denied call alone revokes
 * nothing: it is shown where it was made, and the server is asked whether access was revoked. Returns whom to ask about
 * that, once a call has told.
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
 * True while the server gives no answer: after a failed call and a second look, or immediately when a user waits for the
 * call, until it answers again. Offline only the latter counts: what is shown can still be read, and says that it is old.
 * After coming online it looks too, since the session may have ended; `look` says whether an answer came.
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
