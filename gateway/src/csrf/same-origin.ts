import type { IncomingHttpHeaders } from 'node:http';
import { AppError, sentTraceparent, withOwnSampling } from '@ridgeline/kit';
import type { Request, RequestHandler } from 'express';

const reading = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Whether a write comes from our own pages. `Sec-Fetch-Site` decides if the browser sends it (a page cannot forge it).
 * Otherwise `Origin` must be the public address, or the requested address with the same scheme: a page loaded over http may
 * have been altered, so it is not ours where we use https. Every browser sends one of the two with a write. A caller that
 * sends neither is not a browser and carries only its own cookies (the same rule as Go's CrossOriginProtection).
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
 * Reads the trace that our own pages send, so that the trace of a user's action begins in the browser. Requests of other
 * sites, and those without a valid traceparent, start a new trace here. Callers cannot decide whether a trace is kept:
 * keeping it costs, and anyone can send a flag.
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
