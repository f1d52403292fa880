import type { IncomingHttpHeaders } from 'node:http';
import { AppError, sentTraceparent, withOwnSampling } from '@ridgeline/kit';
import type { Request, RequestHandler } from 'express';

const reading = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Whether a write comes from our own pages. `Sec-Fetch-Site` decides where the browser sends it (a page cannot forge
 * it); else `Origin` must be the public address, or the one the request was sent to by the same scheme: a page that came by
 * http may be altered on the way, and is not our page where we are https. Every browser sends one of the two
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

/** Version 00 of W3C Trace Context, whose ids may not be zero: https://www.w3.org/TR/trace-context/#traceparent-header */
const valid = /^00-(?!0{32})[\da-f]{32}-(?!0{16})[\da-f]{16}-[\da-f]{2}$/;

/**
 * Reads the trace that a request of our own pages names, so that the trace of a user's action begins in the browser. Another
 * site's request, and whatever is no valid traceparent, begins a trace here. Whether a trace is kept is never for the caller
 * to say: keeping costs, and anybody can send a flag.
 */
export function pageTrace(publicUrl: string): (req: Pick<Request, 'headers'>) => string | undefined {
  const url = new URL(publicUrl);
  return (req) => {
    const sent = sentTraceparent(req);
    return sent !== undefined && valid.test(sent) && isSameOrigin(req.headers, url)
      ? withOwnSampling(sent)
      : undefined;
  };
}
