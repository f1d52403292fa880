import type { Migration } from '@ridgeline/contracts';
import { createContext, use, useEffect, useEffectEvent, useMemo, useSyncExternalStore } from 'react';
import type { z } from 'zod';
import { answering } from '../../api/swr-config.ts';
import { createLiveEvents, type LiveEventName, type LiveEvents, type LiveState } from './live-state.ts';
import { createProgressSamples, type ProgressSamples, type Sample } from './progress-samples.ts';

export interface Live {
  readonly state: LiveState;
  readonly samples: ProgressSamples;
  /** The stream's events other than migration updates. */
  readonly events: LiveEvents;
  /** Applies a migration that an answer returned, as if the stream had delivered it. */
  readonly update: (migration: Migration) => void;
  /** Refetches all migrations on the page. */
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

/** The state of the stream. If it is open but queries get no answer either, it does not count as live. */
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

/** Called when events may have been missed, so that the caller can fetch what they would have reported. */
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
