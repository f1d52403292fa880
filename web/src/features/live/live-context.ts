import type { Migration } from '@ridgeline/contracts';
import { createContext, use, useEffect, useEffectEvent, useMemo, useSyncExternalStore } from 'react';
import type { z } from 'zod';
import { answering } from '../../api/swr-config.ts';
import { createLiveEvents, type LiveEventName, type LiveEvents, type LiveState } from './live-state.ts';
import { createProgressSamples, type ProgressSamples, type Sample } from './progress-samples.ts';

export interface Live {
  readonly state: LiveState;
  readonly samples: ProgressSamples;
  /** What the stream tells in addition to migrations. */
  readonly events: LiveEvents;
  /** Takes in a copy of a migration that an answer brought, as if the stream had. */
  readonly update: (migration: Migration) => void;
  /** Fetches again all migrations that are shown. */
  readonly refetch: () => void;
}

export const LiveContext = createContext<Live>({
  state: { kind: 'connecting', since: 0 },
  samples: createProgressSamples(),
  events: createLiveEvents(),
  update: () => undefined,
  refetch: () => undefined,
});

/** The two ways in which a page gets the present state of migrations. */
export const useLiveMigrations = (): Pick<Live, 'update' | 'refetch'> => use(LiveContext);

/** The state of the stream; where it is silent and queries have no answer either, nothing is live, though it is still open. */
export function useLiveState(): LiveState {
  const { state } = use(LiveContext);
  const since = useSyncExternalStore(answering.subscribe, answering.silentSince);
  return useMemo(
    () => (state.kind === 'live' && since !== null ? { kind: 'reconnecting', since } : state),
    [state, since],
  );
}

/** The progress seen so far of one migration, kept up to date. */
export function useSamples(migrationId: number): readonly Sample[] {
  const { samples } = use(LiveContext);
  return useSyncExternalStore(samples.subscribe, () => samples.of(migrationId));
}

/** Does something with each event of a name while the component is on the page; data of another shape is ignored. */
export function useLiveEvent<Data>(
  name: LiveEventName,
  schema: z.ZodType<Data>,
  handler: (data: Data) => void,
): void {
  const { events } = use(LiveContext);
  const told = useEffectEvent((data: unknown) => {
    const parsed = schema.safeParse(data);
    if (parsed.success) handler(parsed.data);
  });
  useEffect(
    () =>
      events.subscribe(name, (data) => {
        told(data);
      }),
    [events, name],
  );
}

/** Does something when events may have been missed: what they would have told must be asked for. */
export function useLiveGap(handler: () => void): void {
  const { events } = use(LiveContext);
  const told = useEffectEvent(handler);
  useEffect(
    () =>
      events.subscribe('gap', () => {
        told();
      }),
    [events],
  );
}
