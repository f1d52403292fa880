import { aCounter, aGauge } from '@ridgeline/kit/metric-definitions';

/** The connection to Redis. */
export const redisDefinitions = {
  redisConnected: aGauge({
    name: 'ridgeline_redis_connected',
    help: 'Whether the process has its connection to Redis: 1 or 0',
    labels: {},
  }),
  redisDisconnections: aCounter({
    name: 'ridgeline_redis_disconnections_total',
    help: 'Times that the connection to Redis was lost',
    labels: {},
  }),
} as const;
