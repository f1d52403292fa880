import type { Request, RequestHandler } from 'express';
import { httpDefinitions } from '../metrics/metric-definitions.ts';
import { histogram, type LabelsOf, type Registry, stopwatch } from '../metrics/index.ts';

const { httpRequestDuration } = httpDefinitions;

type Method = LabelsOf<typeof httpRequestDuration.labels>['method'];
const methods: ReadonlySet<string> = new Set(httpRequestDuration.labels.method.values);
const isListed = (method: string): method is Method => methods.has(method);

/** Measures each request by method, route pattern and status, also those whose caller leaves before the answer. */
export function measureRequests(metrics: Registry): RequestHandler {
  const duration = histogram(metrics, httpRequestDuration);
  return (req, res, next) => {
    const seconds = stopwatch();
    res.once('close', () => {
      const method = isListed(req.method) ? req.method : 'other';
      const status = res.writableFinished ? String(res.statusCode) : 'aborted';
      duration.observe({ method, route: routeOf(req) ?? 'none', status }, seconds());
    });
    next();
  };
}

/**
 * The pattern of the route that handled the request, or null; never its path, which contains ids: labels and names must
 * stay few.
 */
export function routeOf(req: Request): string | null {
  const route = req.route as { path?: unknown } | undefined;
  return typeof route?.path === 'string' ? route.path : null;
}
