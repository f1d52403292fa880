import { aCounter, aHistogram, oneOf, upTo } from '../definition/define.ts';
import { services } from '../definition/definition.ts';

/** What is answered over HTTP. The worker answers nobody. */
export const httpMetrics = {
  httpRequestDuration: aHistogram({
    name: 'ridgeline_http_request_duration_seconds',
    help: 'How long HTTP requests took from their head to the end of their answer, by method, pattern of the route and status. Rate, errors and duration of every route come from here; a live stream counts when it ends',
    labels: {
      method: oneOf(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'other']),
      route: upTo(
        200,
        'patterns of routes, with :id and the like for what differs; none when no route took the request',
      ),
      status: upTo(60, 'HTTP status codes; aborted when the caller left before the answer'),
    },
    buckets: [0.005, 0.02, 0.1, 0.5, 2, 10],
    services: services.filter((service) => service !== 'migration-worker'),
  }),
  gatewayConnectionsRefused: aCounter({
    name: 'ridgeline_gateway_connections_refused_total',
    help: 'Connections closed immediately because their address held so many without a session, one person so many, or all together',
    labels: {},
    services: ['gateway'],
  }),
} as const;
