import { useEffect, useRef } from 'react';
import { createBrowserRouter, Outlet, useLocation, useSearchParams } from 'react-router-dom';
import { AuthPage } from '../features/auth/AuthPage.tsx';
import { Splash } from '../ui/page/Brand.tsx';
import { useToasts } from '../ui/toast/use-toast.ts';
import { pages } from './route-modules.ts';
import { AppError, NotFoundPage, PageError } from './RouteErrors.tsx';

/**
 * All routes of the app. Errors of a page are caught inside the shell, errors of the shell at the root. The sign-in page is
 * part of the first script; everything else is loaded on demand.
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

/** Common to all routes: a toast disappears when the user leaves the page, or the tab of a page, that showed it. */
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
