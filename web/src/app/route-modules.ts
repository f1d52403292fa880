import type { ComponentType } from 'react';
import type { PageName, Prefetch } from '../ui/page/prefetch-context.ts';

type LoadPage = () => Promise<{ Component: ComponentType }>;

/** The pages for signed-in users, each a separate chunk. Loading one again costs nothing. */
export const pages: Readonly<Record<PageName, LoadPage>> = {
  frame: async () => ({ Component: (await import('./SignedInFrame.tsx')).SignedInFrame }),
  shell: async () => ({ Component: (await import('./shell/AppShell.tsx')).AppShell }),
  dashboard: async () => ({
    Component: (await import('../features/companies/DashboardRoute.tsx')).DashboardRoute,
  }),
  connections: async () => ({
    Component: (await import('../features/companies/ConnectionsRoute.tsx')).ConnectionsRoute,
  }),
  connection: async () => ({
    Component: (await import('../features/connection-page/ConnectionPage.tsx')).ConnectionPage,
  }),
  migrations: async () => ({
    Component: (await import('../features/companies/MigrationsRoute.tsx')).MigrationsRoute,
  }),
  migration: async () => ({
    Component: (await import('../features/migrations/detail/MigrationPage.tsx')).MigrationPage,
  }),
  account: async () => ({
    Component: (await import('../features/migrations/account/AccountPage.tsx')).AccountPage,
  }),
  records: async () => ({
    Component: (await import('../features/record-search/RecordsPage.tsx')).RecordsPage,
  }),
  record: async () => ({
    Component: (await import('../features/record-search/RecordPage.tsx')).RecordPage,
  }),
  settings: async () => ({
    Component: (await import('../features/settings/SettingsPage.tsx')).SettingsPage,
  }),
  help: async () => ({ Component: (await import('../features/help/HelpPage.tsx')).HelpPage }),
  helpTopic: async () => ({
    Component: (await import('../features/help/HelpTopicPage.tsx')).HelpTopicPage,
  }),
  users: async () => ({ Component: (await import('../features/users/UsersPage.tsx')).UsersPage }),
};

/** Prefetches a page. A failure is ignored here: opening the page fetches it again and shows the failure. */
const fetchAhead = (page: PageName) => void pages[page]().catch(() => undefined);

/** Safari has no requestIdleCallback. */
const onIdle = (work: () => void) => {
  if ('requestIdleCallback' in window) window.requestIdleCallback(work);
  else setTimeout(work, 1000);
};

export const prefetch: Prefetch = {
  now: fetchAhead,
  whenIdle: (names) => {
    onIdle(() => {
      names.forEach(fetchAhead);
    });
  },
};
