import { useCallback } from 'react';
import { useSearchParams } from 'react-router-dom';

/** Values by parameter of the address; an empty one takes the parameter away. */
type Filters = Readonly<Record<string, string | null>>;

/**
 * Sets filters in the address, at the first page. The others stay as the address has them now: what was set a moment ago,
 * or a dialog that was opened, is in it before the router and the page know of it.
 */
export function useSetFilters(): (filters: Filters) => void {
  const [, setSearch] = useSearchParams();
  return useCallback(
    (filters) => {
      const next = Object.entries(filters).reduce(
        (search, [name, value]) => withParameter(search, name, value ?? ''),
        new URLSearchParams(window.location.search),
      );
      setSearch(next, { replace: true, preventScrollReset: true });
    },
    [setSearch],
  );
}

/** The address with a parameter set, or without it when it is empty, at the first page. */
export function withParameter(search: URLSearchParams, name: string, value: string): URLSearchParams {
  const next = new URLSearchParams(search);
  next.delete('page');
  if (value === '') next.delete(name);
  else next.set(name, value);
  return next;
}
