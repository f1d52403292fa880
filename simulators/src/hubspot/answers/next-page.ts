import type { Call } from '../../http/call.ts';

/** `paging` of a list whose next page begins at a cursor; the link is the same call there, at the host that was asked. */
export function nextPage({ headers, path, query }: Call, after: string) {
  const next = new URLSearchParams(query);
  next.set('after', after);
  return {
    paging: { next: { after, link: `http://${headers.host ?? 'api.hubapi.com'}${path}?${next.toString()}` } },
  };
}
