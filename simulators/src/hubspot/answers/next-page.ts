import type { Call } from '../../http/call.ts';

/**
 * The `paging` of a list whose next page begins at a cursor; the link repeats the call with that cursor, at the host that
 * was called.
 */
export function nextPage({ headers, path, query }: Call, after: string) {
  const next = new URLSearchParams(query);
  next.set('after', after);
  return {
    paging: { next: { after, link: `http://${headers.host ?? 'api.hubapi.com'}${path}?${next.toString()}` } },
  };
}
