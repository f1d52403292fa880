import { ApiError, getUser, type User } from '@ridgeline/contracts';
import { use, useEffect, useMemo, useState, type ReactNode } from 'react';
import useSWR, { useSWRConfig } from 'swr';
import { api } from '../../api/client.ts';
import { SessionSignalsContext } from '../../api/session-signals.ts';
import { queryKey } from '../../api/use-query.ts';
import { hasEnded, nobodyYet, shownUser, withAnswer, withDeparture, type Answer } from './account.ts';
import { SessionContext, type Session } from './session-context.ts';
import { useReachability } from './use-reachability.ts';

const userKey = queryKey(getUser);
const refetchMs = 30_000;
const staleAfterMs = 10_000;

/** The signed-in user, or null when nobody is. */
async function fetchUser(): Promise<User | null> {
  try {
    return await api(getUser);
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return null;
    throw error;
  }
}

/** Loads the user, keeps looking, and notices when the session ends under a signed-in person. */
export function SessionProvider({ children }: { readonly children: ReactNode }) {
  const signals = use(SessionSignalsContext);
  const { mutate } = useSWRConfig();
  const query = useSWR<User | null, unknown>(userKey, fetchUser, {
    refreshInterval: refetchMs,
    dedupingInterval: staleAfterMs,
  });
  const { data, error, mutate: revalidate } = query;
  const unreachable = useReachability(signals);

  // Derived while rendering: the account follows the server's answers.
  const [account, setAccount] = useState(nobodyYet);
  const current = withAnswer(account, data);
  if (current !== account) setAccount(current);

  useEffect(
    () =>
      signals.subscribe((signal) => {
        if (signal === 'session-ended') void revalidate(null, { revalidate: false });
      }),
    [signals, revalidate],
  );

  // Another person signed in (in another tab): nothing of the former one may stay.
  const userId = current.known?.id;
  useEffect(() => {
    if (userId === undefined) return;
    return () => void mutate((key) => key !== userKey, undefined, { revalidate: true });
  }, [userId, mutate]);

  const session = useMemo<Session>(() => {
    const user = shownUser(current, data);
    return {
      phase: phaseOf(user, data, error),
      user,
      ended: hasEnded(current, data),
      unreachable,
      error,
      retry: () => void revalidate(),
      left: current.left?.how ?? null,
      signedIn: async (next) => {
        await revalidate(next, { revalidate: false });
      },
      leave: async (how) => {
        setAccount(withDeparture(how, data));
        await mutate((key) => key !== userKey, undefined, { revalidate: false });
        await revalidate(null, { revalidate: false });
      },
    };
  }, [current, data, error, unreachable, revalidate, mutate]);

  return <SessionContext value={session}>{children}</SessionContext>;
}

function phaseOf(user: User | null, answer: Answer, error: unknown): Session['phase'] {
  if (user) return 'signed-in';
  if (answer !== undefined) return 'signed-out';
  return error ? 'failed' : 'loading';
}
