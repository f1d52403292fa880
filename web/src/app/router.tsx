import { createBrowserRouter } from 'react-router-dom';
import { AuthPage } from '../features/auth/AuthPage.tsx';
import { Splash } from '../ui/page/BareFrame.tsx';
import { NotFoundPage } from './NotFoundPage.tsx';
import { RootRoute } from './RootRoute.tsx';
import { pages } from './route-modules.ts';
import { AppError, PageError } from './RouteErrors.tsx';

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
                  { path: '/settings', lazy: pages.settings },
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
