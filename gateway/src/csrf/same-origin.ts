import type { IncomingHttpHeaders } from 'node:http';
import { AppError } from '@ridgeline/kit';
import type { RequestHandler } from 'express';

const reading = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Whether a write comes from our own pages. `Sec-Fetch-Site` decides where the browser sends it (a page cannot forge
 * it); else `Origin` must be the public address, or the one the request was sent to by the same scheme: a page that came by
 * http may be altered on the way, and is none of ours where we are https. Every browser sends one of the two
 * with a write; a caller that sends neither is no browser and carries only its own cookies (the same rule as
 * Go's CrossOriginProtection).
 */
export function isSameOrigin(headers: IncomingHttpHeaders, publicUrl: URL): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin';
  const { origin, host } = headers;
  if (origin === undefined) return true;
  if (!URL.canParse(origin)) return false;
  const from = new URL(origin);
  if (from.origin === publicUrl.origin) return true;
  return from.protocol === publicUrl.protocol && from.host !== '' && from.host === host;
}

/** Refuses writes that another site makes a browser send. */
export function refuseCrossSite(publicUrl: string): RequestHandler {
  const url = new URL(publicUrl);
  return (req, _res, next) => {
    if (!reading.has(req.method) && !isSameOrigin(req.headers, url)) throw new AppError('request.cross_site');
    next();
  };
}
