import { aGauge, aHistogram, oneOf, upTo } from '@ridgeline/kit/metric-definitions';

const pool = upTo(8, 'pools of the service, as Postgres shows them in pg_stat_activity');

/** Pools of connections to Postgres, and the transactions on them. */
export const poolDefinitions = {
  poolConnections: aGauge({
    name: 'ridgeline_db_pool_connections',
    help: 'Open connections to Postgres',
    labels: { pool, state: oneOf(['busy', 'idle']) },
  }),
  poolLimit: aGauge({
    name: 'ridgeline_db_pool_limit_connections',
    help: 'How many connections a pool may open',
    labels: { pool },
  }),
  poolWaiting: aGauge({
    name: 'ridgeline_db_pool_waiting_calls',
    help: 'Calls that wait for a free connection of the pool',
    labels: { pool },
  }),
  poolAcquire: aHistogram({
    name: 'ridgeline_db_pool_acquire_seconds',
    help: 'How long calls waited for a connection of the pool, a new one being made included',
    labels: { pool },
    buckets: [0.001, 0.01, 0.05, 0.25, 1, 5],
  }),
  dbTransaction: aHistogram({
    name: 'ridgeline_db_transaction_duration_seconds',
    help: 'How long transactions took once they had their connection, by their end',
    labels: { pool, result: oneOf(['committed', 'rolled-back']) },
    buckets: [0.002, 0.01, 0.05, 0.25, 1, 5, 30],
  }),
} as const;
