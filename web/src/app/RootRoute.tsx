import { useEffect, useRef } from 'react';
import { Outlet, useLocation, useSearchParams } from 'react-router-dom';
import { useToasts } from '../ui/toast/toast-context.ts';

/** What every address has in common: a toast does not outlive the page, or the tab of a page, that it came on. */
export function RootRoute() {
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
