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
