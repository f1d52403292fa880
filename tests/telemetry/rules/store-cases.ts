import type { RuleCase } from './rule-case.ts';

const bucket = 'ridgeline_db_transaction_duration_seconds_bucket';
const pool = 'service="auth",instance="a",pool="auth"';

/** Alerts on Postgres and Redis. */
export const storeCases: readonly RuleCase[] = [
  {
    alert: 'RidgelineRedisAway',
    fault: {
      'ridgeline_redis_connected{service="gateway",instance="a"}': '1x8 0x20',
      'ridgeline_redis_connected{service="gateway",instance="b"}': '1x40',
    },
    names: { service: 'gateway' },
    harmless: {
      what: 'Redis is restarted',
      series: { 'ridgeline_redis_connected{service="gateway",instance="a"}': '1x8 0 0 1x50' },
    },
  },
  {
    alert: 'RidgelinePostgresSlow',
    fault: {
      [`${bucket}{${pool},result="committed",le="0.25"}`]: '0+20x8 160x20',
      [`${bucket}{${pool},result="committed",le="1"}`]: '0+20x8 160x20',
      [`${bucket}{${pool},result="committed",le="5"}`]: '0+20x40',
      [`${bucket}{${pool},result="committed",le="+Inf"}`]: '0+20x40',
    },
    names: { service: 'auth' },
    harmless: {
      what: 'some that are slow simultaneously',
      series: {
        [`${bucket}{${pool},result="committed",le="0.25"}`]: '0+100x8 800+100x50',
        [`${bucket}{${pool},result="committed",le="1"}`]: '0+100x8 800+100x50',
        [`${bucket}{${pool},result="committed",le="5"}`]: '0+100x60',
        [`${bucket}{${pool},result="committed",le="+Inf"}`]: '0+100x60',
      },
    },
  },
  {
    alert: 'RidgelinePoolExhausted',
    fault: { [`ridgeline_db_pool_waiting_calls{${pool}}`]: '0x8 7x20' },
    names: { service: 'auth', pool: 'auth' },
    harmless: {
      what: 'calls that wait for a moment, again and again, or as a process starts',
      series: {
        'ridgeline_db_pool_waiting_calls{service="auth",instance="b",pool="auth"}': '_x9 9 9 0x40',
        [`ridgeline_db_pool_waiting_calls{${pool}}`]: '0x8 9 0 9 9 0 0 9 0 5 5 0x40',
      },
    },
  },
];
