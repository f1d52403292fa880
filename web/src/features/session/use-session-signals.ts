import type { User } from '@ridgeline/contracts';
import { useEffect, useState } from 'react';
import type { KeyedMutator } from 'swr';
import type { SessionSignals } from '../../api/session-signals.ts';
import { withoutAccess } from './access.ts';

/**
 * Takes what failed calls tell into the answer about the user, ahead of the next look at it. Returns whom to ask about
 * revoked access, once a call has told.
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
          case 'access-revoked':
            setContact(signal.denial.contact);
            void revalidate((user) => withoutAccess(user, signal.denial.message), { revalidate: false });
            break;
          case 'unreachable':
            break;
        }
      }),
    [signals, revalidate],
  );
  return contact;
}
