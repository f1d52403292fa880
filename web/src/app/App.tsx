import { useState } from 'react';
import { RouterProvider } from 'react-router-dom';
import { SWRConfig } from 'swr';
import { createSessionSignals, SessionSignalsContext } from '../api/session-signals.ts';
import { swrConfig } from '../api/swr-config.ts';
import { SessionProvider } from '../features/session/SessionProvider.tsx';
import { createDrafts, DraftsContext } from '../ui/form/drafts.ts';
import { PrefetchContext } from '../ui/page/prefetch-context.ts';
import { AppearanceProvider } from '../ui/theme/AppearanceProvider.tsx';
import { ToastProvider } from '../ui/toast/ToastProvider.tsx';
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
