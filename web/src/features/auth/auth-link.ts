import { invitationTokenSchema, passwordResetSchema, verificationSchema } from '@ridgeline/contracts';
import { useCallback, useLayoutEffect, useState } from 'react';
import { useSearchParams } from 'react-router-dom';

/** What a mail's link asks the sign-in page for. Its secrets are kept in memory only. */
export type AuthLink =
  | { readonly kind: 'none' }
  | { readonly kind: 'reset'; readonly token: string; readonly userId: number }
  /** Truncated or altered in transit. */
  | { readonly kind: 'broken-reset' }
  | { readonly kind: 'invitation' | 'verification'; readonly token: string };

const parameters = ['token', 'userId', 'invitation', 'verification'];

const resetSchema = passwordResetSchema.pick({ token: true, userId: true });

/** Reads a link from the URL. */
export function readAuthLink(search: URLSearchParams): AuthLink {
  const [token, userId, invitation, verification] = parameters.map((name) => search.get(name));
  if (token || userId) {
    const reset = resetSchema.safeParse({ token, userId });
    return reset.success ? { kind: 'reset', ...reset.data } : { kind: 'broken-reset' };
  }
  const invited = invitationTokenSchema.safeParse(invitation);
  if (invited.success) return { kind: 'invitation', token: invited.data };
  const verified = verificationSchema.safeParse({ token: verification });
  return verified.success ? { kind: 'verification', token: verified.data.token } : { kind: 'none' };
}

/** The address without the link's parameters; an invitation leads to the form that accepts it. */
export function withoutAuthLink(search: URLSearchParams): URLSearchParams {
  const next = new URLSearchParams(search);
  for (const name of parameters) next.delete(name);
  if (readAuthLink(search).kind === 'invitation') next.set('tab', 'register');
  return next;
}

/** Whether the address still shows a link. */
export const showsAuthLink = (search: URLSearchParams): boolean =>
  parameters.some((name) => search.has(name));

/** The link that opened the page, removed from the address immediately; and what forgets it. */
export function useAuthLink(): readonly [AuthLink, () => void] {
  const [search, setSearch] = useSearchParams();
  const [link, setLink] = useState(() => readAuthLink(search));
  const shown = showsAuthLink(search);

  // A link opened in a page that is already loaded replaces the previous link.
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
