import { aCounter, aGauge, aHistogram, oneOf, upTo } from '../definition/define.ts';
import type { Service } from '../definition/definition.ts';

const withPostgres: readonly Service[] = ['auth', 'connection', 'validation', 'migration-orchestrator'];
const withRedis: readonly Service[] = ['gateway', 'auth', 'connection', 'validation', 'migration-worker'];

const pool = upTo(8, 'pools of the service, as Postgres shows them in pg_stat_activity');

/** Postgres, as a process meets it through its pools, and Redis. */
export const storeMetrics = {
  poolConnections: aGauge({
    name: 'ridgeline_db_pool_connections',
    help: 'Open connections to Postgres',
    labels: { pool, state: oneOf(['busy', 'idle']) },
    services: withPostgres,
  }),
  poolLimit: aGauge({
    name: 'ridgeline_db_pool_limit_connections',
    help: 'How many connections a pool may open',
    labels: { pool },
    services: withPostgres,
  }),
  poolWaiting: aGauge({
    name: 'ridgeline_db_pool_waiting_calls',
    help: 'Calls that wait for a free connection of the pool',
    labels: { pool },
    services: withPostgres,
  }),
  poolAcquire: aHistogram({
    name: 'ridgeline_db_pool_acquire_seconds',
    help: 'How long calls waited for a connection of the pool, a new one being made included',
    labels: { pool },
    buckets: [0.001, 0.01, 0.05, 0.25, 1, 5],
    services: withPostgres,
  }),
  dbTransaction: aHistogram({
    name: 'ridgeline_db_transaction_duration_seconds',
    help: 'How long transactions took once they had their connection, by their end',
    labels: { pool, result: oneOf(['committed', 'rolled-back']) },
    buckets: [0.002, 0.01, 0.05, 0.25, 1, 5, 30],
    services: withPostgres,
  }),
  redisConnected: aGauge({
    name: 'ridgeline_redis_connected',
    help: 'Whether the process has its connection to Redis: 1 or 0',
    labels: {},
    services: withRedis,
  }),
  redisDisconnections: aCounter({
    name: 'ridgeline_redis_disconnections_total',
    help: 'Times that the connection to Redis was lost',
    labels: {},
    services: withRedis,
  }),
} as const;
