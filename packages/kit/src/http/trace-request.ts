import type { RequestHandler } from 'express';
import { describeSpan, withSpan } from '../telemetry/spans.ts';
import { routeOf } from './route-of.ts';

/**
 * Runs each request in a server span. Behind the gateway the span continues the caller's trace; at the public door
 * (`trustTraceparent: false`) a trace begins here, whatever the client sent.
 */
export function traceRequests({ trustTraceparent }: { trustTraceparent: boolean }): RequestHandler {
  return (req, res, next) => {
    const closed = new Promise<void>((resolve) => res.once('close', resolve));
    const sent = trustTraceparent ? req.headers['traceparent'] : undefined;
    void withSpan(
      `HTTP ${req.method}`,
      { 'http.request.method': req.method, 'url.path': req.path },
      async () => {
        next();
        await closed;
        const route = routeOf(req);
        if (route !== null) describeSpan(`${req.method} ${route}`, { 'http.route': route });
      },
      { kind: 'server', traceparent: typeof sent === 'string' ? sent : undefined },
    );
  };
}
