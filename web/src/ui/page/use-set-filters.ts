import { useCallback } from 'react';
import { useSearchParams } from 'react-router-dom';

/** Values by parameter of the address; an empty one takes the parameter away. */
type Filters = Readonly<Record<string, string | null>>;

/**
 * Sets filters in the URL and returns to the first page. The other parameters are read from the URL itself, which may
 * already contain a change that the router and the page do not know of yet.
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

/** The URL at the first page with a parameter set, or removed if it is empty. */
export function withParameter(search: URLSearchParams, name: string, value: string): URLSearchParams {
  const next = new URLSearchParams(search);
  next.delete('page');
  if (value === '') next.delete(name);
  else next.set(name, value);
  return next;
}
