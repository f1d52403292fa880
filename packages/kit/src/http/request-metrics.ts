import type { RequestHandler } from 'express';
import { Histogram, type Registry } from 'prom-client';
import { routeOf } from './route-of.ts';

/** Measures each request by method, route pattern and status. */
export function measureRequests(metrics: Registry): RequestHandler {
  const duration = new Histogram({
    name: 'ridgeline_http_request_duration_seconds',
    help: 'How long HTTP requests took, by method, route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.02, 0.1, 0.5, 2, 10],
    registers: [metrics],
  });
  return (req, res, next) => {
    const stop = duration.startTimer();
    res.once('finish', () => {
      stop({ method: req.method, route: routeOf(req) ?? 'none', status: res.statusCode });
    });
    next();
  };
}
