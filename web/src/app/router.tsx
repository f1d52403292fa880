import { createBrowserRouter } from 'react-router-dom';
import { Splash } from '../components/Splash.tsx';
import { RequireUser } from '../features/session/RequireUser.tsx';
import { NotFoundPage } from './NotFoundPage.tsx';
import { RootRoute } from './RootRoute.tsx';
import { AppError, PageError } from './RouteErrors.tsx';
import { pages } from './route-modules.ts';

/** Every address of the app. A page that breaks is caught inside the shell, the shell itself at the root. */
export const router = createBrowserRouter([
  {
    Component: RootRoute,
    ErrorBoundary: AppError,
    HydrateFallback: Splash,
    children: [
      { path: '/auth', lazy: pages.auth },
      {
        Component: RequireUser,
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
