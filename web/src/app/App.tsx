import { useState } from 'react';
import { RouterProvider } from 'react-router-dom';
import { SWRConfig } from 'swr';
import { createSessionSignals, SessionSignalsContext } from '../api/session-signals.ts';
import { swrConfig } from '../api/swr-config.ts';
import { createDrafts, DraftsContext } from '../components/form/drafts.ts';
import { PrefetchContext } from '../components/prefetch-context.ts';
import { ToastProvider } from '../components/toast/ToastProvider.tsx';
import { SessionProvider } from '../features/session/SessionProvider.tsx';
import { AppearanceProvider } from '../theme/AppearanceProvider.tsx';
import { prefetch } from './route-modules.ts';
import { router } from './router.tsx';

/** The app: appearance, queries, session and toasts around the routes. */
export function App() {
  const [signals] = useState(createSessionSignals);
  const [drafts] = useState(createDrafts);
  const [queries] = useState(() => swrConfig(signals));
  return (
    <AppearanceProvider>
      <SessionSignalsContext value={signals}>
        <SWRConfig value={queries}>
          <DraftsContext value={drafts}>
            <SessionProvider>
              <ToastProvider>
                <PrefetchContext value={prefetch}>
                  <RouterProvider router={router} />
                </PrefetchContext>
              </ToastProvider>
            </SessionProvider>
          </DraftsContext>
        </SWRConfig>
      </SessionSignalsContext>
    </AppearanceProvider>
  );
}
