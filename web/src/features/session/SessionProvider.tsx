import { ApiError, getUser, type User } from '@ridgeline/contracts';
import { use, useEffect, useMemo, useState, type ReactNode } from 'react';
import useSWR, { useSWRConfig } from 'swr';
import { api } from '../../api/client.ts';
import { SessionSignalsContext } from '../../api/session-signals.ts';
import { queryKey } from '../../api/use-query.ts';
import { SessionContext, type Departure, type Session } from './session-context.ts';
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

  // The last signed-in user: an answer of 'nobody' after that is the session's end, not a first visit.
  const [known, setKnown] = useState<User | null>(null);
  if (data && data !== known) setKnown(data);
  const [left, setLeft] = useState<Departure | null>(null);

  useEffect(
    () =>
      signals.subscribe((signal) => {
        if (signal === 'session-ended') void revalidate(null, { revalidate: false });
      }),
    [signals, revalidate],
  );

  // Another person signed in (in another tab): nothing of the former one may stay.
  const userId = known?.id;
  useEffect(() => {
    if (userId === undefined) return;
    return () => void mutate((key) => key !== userKey, undefined, { revalidate: true });
  }, [userId, mutate]);

  const session = useMemo<Session>(() => {
    const user = data ?? known;
    const phase = user ? 'signed-in' : data === null ? 'signed-out' : error ? 'failed' : 'loading';
    return {
      phase,
      user,
      ended: data === null && known !== null,
      unreachable,
      error,
      retry: () => void revalidate(),
      left,
      signedIn: async (next) => {
        setLeft(null);
        await revalidate(next, { revalidate: false });
      },
      leave: async (how) => {
        setLeft(how);
        setKnown(null);
        await mutate((key) => key !== userKey, undefined, { revalidate: false });
        await revalidate(null, { revalidate: false });
      },
    };
  }, [data, known, left, error, unreachable, revalidate, mutate]);

  return <SessionContext value={session}>{children}</SessionContext>;
}
