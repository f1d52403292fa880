import type { Migration } from '@ridgeline/contracts';
import { act, render } from '@testing-library/react';
import { use, useEffect } from 'react';
import { MemoryRouter, Route, Routes } from 'react-router-dom';
import { SWRConfig, useSWRConfig } from 'swr';
import { createSessionSignals } from '../api/session-signals.ts';
import { swrConfig } from '../api/swr-config.ts';
import { DashboardPage } from '../features/dashboard/DashboardPage.tsx';
import { LiveContext } from '../features/live/live-context.ts';
import { createMigrationCache } from '../features/live/migration-cache.ts';
import { AccountPage } from '../features/migrations/account/AccountPage.tsx';
import { MigrationPage } from '../features/migrations/detail/MigrationPage.tsx';
import { MigrationsPage } from '../features/migrations/history/MigrationsPage.tsx';
import { SessionContext } from '../features/session/session-context.ts';
import { TooltipProvider } from '../ui/controls/Tooltip.tsx';
import { aSession } from './session-of-tests.ts';

let hear: (migration: Migration) => void = () => undefined;

/** Hands updates to the page's cache, as the stream does. */
function Updates() {
  const { cache, mutate } = useSWRConfig();
  const { samples } = use(LiveContext);
  useEffect(() => {
    const migrations = createMigrationCache({
      cache,
      mutate,
      samples,
      onEnd: () => undefined,
      onEndChanged: () => undefined,
    });
    hear = (migration) => {
      migrations.update(migration);
    };
  }, [cache, mutate, samples]);
  return null;
}

const ownCache = { ...swrConfig(createSessionSignals()), provider: () => new Map() };

/** Renders the page at a URL for a regular user, with these server answers, and waits until it has loaded. */
export async function showPage(
  address: string,
  settled: () => Promise<void>,
  session = aSession(),
): Promise<void> {
  render(
    <SWRConfig value={ownCache}>
      <Updates />
      <SessionContext value={session}>
        <TooltipProvider>
          <MemoryRouter initialEntries={[address]}>
            <Routes>
              <Route path="/" element={<DashboardPage />} />
              <Route path="/migrations" element={<MigrationsPage />} />
              <Route path="/migrations/:id" element={<MigrationPage />} />
              <Route path="/migrations/:id/account" element={<AccountPage />} />
            </Routes>
          </MemoryRouter>
        </TooltipProvider>
      </SessionContext>
    </SWRConfig>,
  );
  await act(settled);
}

/** Delivers an update to the page and waits until it is rendered. */
export async function tellPage(migration: Migration, settled: () => Promise<void>): Promise<void> {
  hear(migration);
  await act(settled);
}
