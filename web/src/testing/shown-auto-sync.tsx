import type { Connection, SyncUpdate } from '@ridgeline/contracts';
import { act, render } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { SWRConfig } from 'swr';
import { createSessionSignals } from '../api/session-signals.ts';
import { swrConfig } from '../api/swr-config.ts';
import { AutoSyncPanel } from '../features/connection-page/sync/AutoSyncPanel.tsx';
import { LiveContext } from '../features/live/live-context.ts';
import { createLiveEvents } from '../features/live/live-state.ts';
import { createProgressSamples } from '../features/live/progress-samples.ts';
import { SyncUpdates } from '../features/live/SyncUpdates.tsx';
import { TooltipProvider } from '../ui/controls/Tooltip.tsx';
import { aConnection } from './a-connection.ts';

/** Renders auto-sync of connection 3 with these server answers; returns a function that delivers a live update. */
export async function showAutoSync(
  settled: () => Promise<void>,
  connection: Partial<Connection> = {},
): Promise<(update: SyncUpdate) => void> {
  const events = createLiveEvents();
  const live = {
    state: { kind: 'live', since: 0 },
    samples: createProgressSamples(),
    events,
    update: () => undefined,
    refetch: () => undefined,
  } as const;
  const ownCache = { ...swrConfig(createSessionSignals()), provider: () => new Map() };
  render(
    <SWRConfig value={ownCache}>
      <LiveContext value={live}>
        <SyncUpdates />
        <TooltipProvider>
          <MemoryRouter initialEntries={['/connections/3']}>
            <AutoSyncPanel connection={aConnection(connection)} onShow={() => undefined} />
          </MemoryRouter>
        </TooltipProvider>
      </LiveContext>
    </SWRConfig>,
  );
  await act(settled);
  return (update) => {
    events.tell('sync-update', update);
  };
}
