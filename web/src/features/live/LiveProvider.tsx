import { getUser } from '@ridgeline/contracts';
import { useEffect, useMemo, useReducer, useState, type ReactNode } from 'react';
import { useSWRConfig } from 'swr';
import { queryKey } from '../../api/use-query.ts';
import { useToast } from '../../components/toast/toast-context.ts';
import { endToast } from './end-toast.ts';
import { LiveContext } from './live-context.ts';
import { nextLiveState, type LiveState } from './live-state.ts';
import { openLiveStream } from './live-stream.ts';
import { createMigrationCache } from './migration-cache.ts';
import { createProgressSamples } from './progress-samples.ts';

const begin = (): LiveState => ({ kind: 'connecting', since: Date.now() });

/** Keeps the one event stream of a signed-in page: updates go into the query cache, ends become toasts. */
export function LiveProvider({ children }: { readonly children: ReactNode }) {
  const { cache, mutate } = useSWRConfig();
  const toast = useToast();
  const [samples] = useState(createProgressSamples);
  const [state, dispatch] = useReducer(nextLiveState, null, begin);

  useEffect(() => {
    const migrations = createMigrationCache({
      cache,
      mutate,
      onEnd: (migration) => {
        toast(endToast(migration));
      },
    });
    const close = openLiveStream({
      onUpdate: (migration) => {
        samples.add(migration, Date.now());
        migrations.update(migration);
      },
      onGap: () => {
        migrations.refetch();
      },
      onEvent: (type) => {
        dispatch({ type, at: Date.now() });
      },
      onRefused: () => void mutate(queryKey(getUser)),
    });
    return () => {
      close();
      migrations.stop();
    };
  }, [cache, mutate, samples, toast]);

  const live = useMemo(() => ({ state, samples }), [state, samples]);
  return <LiveContext value={live}>{children}</LiveContext>;
}
