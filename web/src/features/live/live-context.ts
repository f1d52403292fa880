import { createContext, use, useSyncExternalStore } from 'react';
import type { LiveState } from './live-state.ts';
import { createProgressSamples, type ProgressSamples, type Sample } from './progress-samples.ts';

export interface Live {
  readonly state: LiveState;
  readonly samples: ProgressSamples;
}

export const LiveContext = createContext<Live>({
  state: { kind: 'connecting', since: 0 },
  samples: createProgressSamples(),
});

export const useLiveState = (): LiveState => use(LiveContext).state;

/** The progress seen so far of one migration, kept up to date. */
export function useSamples(migrationId: number): readonly Sample[] {
  const { samples } = use(LiveContext);
  return useSyncExternalStore(samples.subscribe, () => samples.of(migrationId));
}
