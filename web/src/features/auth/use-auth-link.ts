import { useCallback, useLayoutEffect, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { readAuthLink, showsAuthLink, withoutAuthLink, type AuthLink } from './auth-link.ts';

/** The link that opened the page, out of the address at once; and what forgets it. */
export function useAuthLink(): readonly [AuthLink, () => void] {
  const [search, setSearch] = useSearchParams();
  const [link, setLink] = useState(() => readAuthLink(search));
  const shown = showsAuthLink(search);

  // A link that is opened in a page that is there already takes the place of the former one.
  const [seen, setSeen] = useState(search);
  if (search !== seen) {
    setSeen(search);
    if (shown) setLink(readAuthLink(search));
  }
  useLayoutEffect(() => {
    if (shown) setSearch(withoutAuthLink, { replace: true });
  }, [shown, setSearch]);

  const forget = useCallback(() => {
    setLink({ kind: 'none' });
  }, []);
  return [link, forget];
}
