import { ApiError, ConnectionError, getUser, type User } from '@ridgeline/contracts';
import { use, useCallback, useEffect, useEffectEvent, useMemo, useState, type ReactNode } from 'react';
import useSWR from 'swr';
import { api } from '../../api/client.ts';
import { SessionSignalsContext } from '../../api/session-signals.ts';
import { userTimes } from '../../api/swr-config.ts';
import { queryKey } from '../../api/use-query.ts';
import { DraftsContext } from '../../ui/form/drafts.ts';
import {
  hasEnded,
  keepsDrafts,
  noAccount,
  revokedAccess,
  shownUser,
  withAnswer,
  withDeparture,
  withEndElsewhere,
  type Answer,
  type SignOutReason,
} from './account.ts';
import { createSessionChannel, type SessionMessage } from './session-channel.ts';
import { SessionContext, type Session } from './session-context.ts';
import { useReachability, useSessionSignals } from './use-session-signals.ts';

const userKey = queryKey(getUser);

/** The signed-in user, or null when there is none. */
async function fetchUser(): Promise<User | null> {
  try {
    return await api(getUser);
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return null;
    throw error;
  }
}

/** Loads the user, keeps polling, and notices when a signed-in user's session ends or changes. */
export function SessionProvider({ children }: { readonly children: ReactNode }) {
  const signals = use(SessionSignalsContext);
  const drafts = use(DraftsContext);
  const [tabs] = useState(() => createSessionChannel());
  const query = useSWR<User | null, unknown>(userKey, fetchUser, userTimes);
  const { data, error, mutate: revalidate } = query;
  const contact = useSessionSignals(signals, revalidate);
  const lookAgain = useCallback(async () => {
    try {
      await revalidate(await fetchUser(), { revalidate: false });
      return true;
    } catch (failure) {
      return !(failure instanceof ConnectionError);
    }
  }, [revalidate]);
  const unreachable = useReachability(signals, lookAgain);

  // Derived while rendering: the account follows the server's answers.
  const [account, setAccount] = useState(noAccount);
  const current = withAnswer(account, data);
  if (current !== account) setAccount(current);

  const depart = useCallback(
    async (how: SignOutReason) => {
      setAccount(withDeparture(how, data));
      if (!keepsDrafts(how)) drafts.clear();
      await revalidate(null, { revalidate: false });
    },
    [data, revalidate, drafts],
  );

  const hear = useEffectEvent((message: SessionMessage) => {
    switch (message.type) {
      case 'signing-out':
      case 'stayed':
        setAccount(withEndElsewhere(current, message.type === 'signing-out'));
        break;
      case 'signed-out':
        if (current.known) void depart('elsewhere');
        break;
      case 'signed-in':
        // Nothing may stay visible under the name of a user who is no longer signed in.
        if (current.known && current.known.id !== message.userId)
          setAccount(withDeparture('elsewhere', data));
        void revalidate();
        break;
    }
  });
  useEffect(() => tabs.listen((message) => hear(message)), [tabs]);

  const user = shownUser(current, data);
  const id = user?.id ?? null;
  const left = current.left?.how ?? null;
  const revoked = user?.accessRevoked ?? false;
  useEffect(() => {
    // Once access is revoked, drafts are deleted, even if access is restored later.
    if (revoked || left === 'elsewhere') drafts.clear();
    else if (id !== null) drafts.onlyOf(id);
  }, [drafts, id, left, revoked]);

  const session = useMemo<Session>(() => {
    return {
      phase: phaseOf(user, data, error),
      user,
      ended: hasEnded(current, data),
      revoked: revokedAccess(user, contact),
      unreachable,
      error,
      retry: () => void revalidate(),
      left,
      signedIn: async (next) => {
        await revalidate(next, { revalidate: false });
        tabs.tell({ type: 'signed-in', userId: next.id });
      },
      leave: async (how) => {
        if (how === 'signed-out') tabs.tell({ type: 'signed-out' });
        await depart(how);
      },
      tellTabs: (type) => {
        tabs.tell({ type });
      },
    };
  }, [user, left, current, data, error, contact, unreachable, revalidate, depart, tabs]);

  return <SessionContext value={session}>{children}</SessionContext>;
}

function phaseOf(user: User | null, answer: Answer, error: unknown): Session['phase'] {
  if (user) return 'signed-in';
  if (answer !== undefined) return 'signed-out';
  return error ? 'failed' : 'loading';
}
