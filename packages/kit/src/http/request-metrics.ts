import type { RequestHandler } from 'express';
import { catalogue, histogram, stopwatch, type LabelsOf, type Registry } from '../metrics/index.ts';
import { routeOf } from './route-of.ts';

const { httpRequestDuration } = catalogue;

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
