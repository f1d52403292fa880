import { useEffect, useRef } from 'react';
import { createBrowserRouter, Outlet, useLocation, useSearchParams } from 'react-router-dom';
import { AuthPage } from '../features/auth/AuthPage.tsx';
import { Splash } from '../ui/page/Brand.tsx';
import { useToasts } from '../ui/toast/use-toast.ts';
import { pages } from './route-modules.ts';
import { AppError, NotFoundPage, PageError } from './RouteErrors.tsx';

/**
 * Every address of the app. A page that breaks is caught inside the shell, the shell itself at the root. Signing in comes
 * with the first script, everything else when it is asked for.
 */
export const router = createBrowserRouter([
  {
    Component: RootRoute,
    ErrorBoundary: AppError,
    HydrateFallback: Splash,
    children: [
      { path: '/auth', Component: AuthPage },
      {
        lazy: pages.frame,
        children: [
          // To be printed: without the shell.
          { path: '/migrations/:id/account', lazy: pages.account, ErrorBoundary: PageError },
          {
            lazy: pages.shell,
            children: [
              {
                ErrorBoundary: PageError,
                children: [
                  { path: '/', lazy: pages.dashboard },
                  { path: '/connections', lazy: pages.connections },
                  { path: '/connections/:id', lazy: pages.connection },
                  { path: '/migrations', lazy: pages.migrations },
                  { path: '/migrations/:id', lazy: pages.migration },
                  { path: '/records', lazy: pages.records },
                  { path: '/records/:kind/:sourceId', lazy: pages.record },
                  { path: '/settings', lazy: pages.settings },
                  { path: '/help', lazy: pages.help },
                  { path: '/help/:topic', lazy: pages.helpTopic },
                  { path: '/users', lazy: pages.users },
                ],
              },
            ],
          },
        ],
      },
      { path: '*', Component: NotFoundPage },
    ],
  },
]);

/** What every address has in common: a toast does not outlive the page, or the tab of a page, that it came on. */
function RootRoute() {
  const { leavePage } = useToasts();
  const { pathname } = useLocation();
  const [search] = useSearchParams();
  const page = `${pathname} ${search.get('tab') ?? ''}`;
  const last = useRef(page);
  useEffect(() => {
    if (last.current !== page) leavePage();
    last.current = page;
  }, [page, leavePage]);
  return <Outlet />;
}
