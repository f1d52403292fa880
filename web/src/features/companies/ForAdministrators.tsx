import { lazy, Suspense, type ComponentType, type ReactNode } from 'react';
import { Loading, SkeletonCard } from '../../ui/page/Loading.tsx';
import { useUser } from '../session/session-context.ts';

const pages = {
  dashboard: lazy(() => import('./AdministratorDashboard.tsx')),
  connections: lazy(() => import('./AllConnectionsPage.tsx')),
  migrations: lazy(() => import('./AllMigrationsPage.tsx')),
} satisfies Readonly<Record<string, ComponentType>>;

interface ForAdministratorsProps {
  readonly page: keyof typeof pages;
  /** The page of everyone else. */
  readonly children: ReactNode;
}

/**
 * Shows administrators a page about all companies, in a chunk that only they load, and everyone else their own company's
 * page.
 */
export function ForAdministrators({ page, children }: ForAdministratorsProps) {
  const { administrator } = useUser();
  if (!administrator) return children;
  const Page = pages[page];
  return (
    <Suspense
      fallback={
        <Loading label="Loading the page">
          <SkeletonCard lines={8} />
        </Loading>
      }
    >
      <Page />
    </Suspense>
  );
}
