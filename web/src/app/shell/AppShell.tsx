import { useEffect, useRef } from 'react';
import { NavigationType, Outlet, ScrollRestoration, useLocation, useNavigationType } from 'react-router-dom';
import { HelpDrawer } from '../../features/help/HelpDrawer.tsx';
import { LiveProvider } from '../../features/live/LiveProvider.tsx';
import { BrandLink } from '../../ui/page/Brand.tsx';
import { usePrefetch } from '../../ui/page/prefetch-context.ts';
import { usePhone } from '../../ui/theme/use-media-query.ts';
import { Navigation } from './Navigation.tsx';
import { RecordSearch } from './RecordSearch.tsx';
import { TopBar } from './TopBar.tsx';
import { UserPanel } from './UserPanel.tsx';
import './shell.css';

/** The frame of every signed-in page, and the one live connection behind them. */
export function AppShell() {
  const phone = usePhone();
  const content = useFocusOnArrival();
  const prefetch = usePrefetch();
  useEffect(() => {
    prefetch.whenIdle(['connections', 'migrations', 'migration']);
  }, [prefetch]);
  return (
    <LiveProvider>
      <a className="skip-link" href="#content">
        Skip to content
      </a>
      <div className="shell">
        {phone ? <TopBar /> : <SideBar />}
        <main id="content" className="shell-content" tabIndex={-1} ref={content}>
          <Outlet />
        </main>
      </div>
      <HelpDrawer />
      <ScrollRestoration />
    </LiveProvider>
  );
}

/**
 * After navigation, moves the keyboard and screen readers to the new content instead of the old link; after a sign-in too,
 * because its form is gone. A page that the browser itself opens starts at the top.
 */
function useFocusOnArrival() {
  const content = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  const opened = useNavigationType() === NavigationType.Pop;
  const last = useRef(opened ? pathname : null);
  useEffect(() => {
    if (last.current !== pathname) content.current?.focus({ preventScroll: true });
    last.current = pathname;
  }, [pathname]);
  return content;
}

/** The fixed bar of wide screens. */
export function SideBar() {
  return (
    <header className="side-bar">
      <BrandLink />
      <RecordSearch />
      <Navigation />
      <UserPanel />
    </header>
  );
}
