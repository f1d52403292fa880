import type { Migration } from '@ridgeline/contracts';
import { useEffect, useEffectEvent, useMemo, useReducer, useState, type ReactNode } from 'react';
import { SWRConfig, useSWRConfig, type SWRConfiguration } from 'swr';
import { answering } from '../../api/swr-config.ts';
import { useToasts } from '../../ui/toast/use-toast.ts';
import { useSession, useUser } from '../session/session-context.ts';
import { ConnectionUpdates } from './ConnectionUpdates.tsx';
import { endToast } from './end-toast.ts';
import { LiveContext } from './live-context.ts';
import { createLiveEvents, nextLiveState, type LiveState } from './live-state.ts';
import { createMigrationCache } from './migration-cache.ts';
import { createProgressSamples } from './progress-samples.ts';
import { receiveSignals } from './stream/receive.ts';
import { followStream } from './stream/shared-stream.ts';
import { SyncUpdates } from './SyncUpdates.tsx';

const topicOf = ({ id }: Migration): string => `migration-${id}`;

/** On the migration's own page, the toast is only a title because the page shows the outcome. */
const toastOf = (migration: Migration) =>
  endToast(migration, window.location.pathname === `/migrations/${migration.id}`);

const begin = (): LiveState => ({ kind: 'connecting', since: Date.now() });

/**
 * Connects a signed-in page to the browser's one event stream: updates go into the query cache, ended migrations become
 * toasts.
 */
export function LiveProvider({ children }: { readonly children: ReactNode }) {
  const { cache, mutate, onSuccess } = useSWRConfig();
  const { show, amend } = useToasts();
  const { retry } = useSession();
  const { id: userId, companyId } = useUser();
  const [samples] = useState(createProgressSamples);
  const [events] = useState(createLiveEvents);
  const [state, dispatch] = useReducer(nextLiveState, null, begin);
  const migrations = useMemo(
    () =>
      createMigrationCache({
        cache,
        mutate,
        samples,
        onEnd: (migration) => {
          show({ ...toastOf(migration), topic: topicOf(migration) });
        },
        onEndChanged: (migration) => {
          amend(topicOf(migration), toastOf(migration));
        },
      }),
    [cache, mutate, samples, show, amend],
  );
  const queries = useMemo<SWRConfiguration>(
    () => ({
      onSuccess: (answer, key, config) => {
        onSuccess(answer, key, config);
        migrations.answered(key, answer);
      },
    }),
    [onSuccess, migrations],
  );
  const sessionMayHaveChanged = useEffectEvent(retry);

  useEffect(() => {
    const receive = receiveSignals({
      onUpdate: (migration) => {
        answering.answered();
        migrations.update(migration);
      },
      onTold: events.tell,
      onGap: () => {
        // The stream may have ended because the user was moved to another company: then all shown data belongs to the
        // previous one.
        sessionMayHaveChanged();
        migrations.refetch();
        events.tell('gap');
      },
      onEvent: (type) => {
        dispatch({ type, at: Date.now() });
      },
      onRefused: () => {
        sessionMayHaveChanged();
      },
    });
    const leave = followStream({ userId, companyId }, receive);
    return () => {
      leave();
      migrations.stop();
    };
  }, [userId, companyId, migrations, events]);

  const live = useMemo(
    () => ({ state, samples, events, update: migrations.update, refetch: migrations.refetch }),
    [state, samples, events, migrations],
  );
  return (
    <LiveContext value={live}>
      <ConnectionUpdates />
      <SyncUpdates />
      <SWRConfig value={queries}>{children}</SWRConfig>
    </LiveContext>
  );
}
