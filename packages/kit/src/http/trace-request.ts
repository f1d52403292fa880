import type { Request, RequestHandler } from 'express';
import { describeSpan, withSpan } from '../telemetry/spans.ts';
import { routeOf } from './request-metrics.ts';
import { shownPath } from './request-context.ts';

/**
 * Runs each request in a server span. It continues the trace of the W3C traceparent that `callerOf` returns; where that is
 * undefined, a new trace begins.
 */
export function traceRequests(callerOf: (req: Request) => string | undefined): RequestHandler {
  return (req, res, next) => {
    const closed = new Promise<void>((resolve) => res.once('close', resolve));
    void withSpan(
      `HTTP ${req.method}`,
      { 'http.request.method': req.method, 'url.path': shownPath(req.path) },
      async () => {
        next();
        await closed;
        const route = routeOf(req);
        if (route !== null) describeSpan(`${req.method} ${route}`, { 'http.route': route });
      },
      { kind: 'server', traceparent: callerOf(req) },
    );
  };
}

/** The traceparent that a request carries, if it carries one: behind the gateway it is trusted. */
export function sentTraceparent({ headers }: Pick<Request, 'headers'>): string | undefined {
  const sent = headers['traceparent'];
  return typeof sent === 'string' ? sent : undefined;
}
