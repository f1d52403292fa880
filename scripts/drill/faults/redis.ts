import { undo, type Fault } from '../fault.ts';

/** Faults of Redis. */
export const redisFaults: readonly Fault[] = [
  {
    name: 'redis-gone',
    what: 'Redis is killed',
    alert: 'RidgelineRedisAway',
    signs: [
      { panel: 'processes and heartbeats › Connected to Redis', labels: { service: 'gateway' }, below: 1 },
      {
        log: 'Redis is not reachable; trying to reconnect',
        service: 'gateway',
        carrying: /ECONNREFUSED/,
      },
    ],
    act: 'Redis does not run',
    plant: async ({ product: { servers } }) => {
      await servers.kill('redis');
      return undo(() => servers.restart('redis'));
    },
  },
];
