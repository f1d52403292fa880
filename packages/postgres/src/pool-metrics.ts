import { setImmediate } from 'node:timers/promises';
import { histogram, readGauge, stopwatch, type Registry } from '@ridgeline/kit/metrics';
import type { Pool } from 'pg';
import { poolDefinitions } from './metric-definitions.ts';

/** What a pool reports about its work. */
export interface PoolMetrics extends Disposable {
  /** Measures how long a connection is waited for. */
  acquiring<T>(acquire: () => Promise<T>): Promise<T>;
  /** Measures a transaction, which is rolled back when it rejects. */
  transaction<T>(work: () => Promise<T>): Promise<T>;
}

/** For databases without monitoring: those of tests and commands. */
export const unmeasured: PoolMetrics = {
  acquiring: (acquire) => acquire(),
  transaction: (work) => work(),
  [Symbol.dispose]: () => undefined,
};

/** Measures a pool under this name until disposed. */
export function measurePool(registry: Registry, pool: Pool, name: string): PoolMetrics {
  const labels = { pool: name };
  const waits = histogram(registry, poolDefinitions.poolAcquire);
  const transactions = histogram(registry, poolDefinitions.dbTransaction);
  const gauges = new DisposableStack();
  gauges.use(readGauge(registry, poolDefinitions.poolLimit, (set) => set(labels, pool.options.max)));
  gauges.use(
    readGauge(registry, poolDefinitions.poolWaiting, async (set) => {
      // pg-pool queues every call and takes it off with the next tick where a connection is idle: the checks of readiness,
      // which the same scrape begins, do not wait.
      await setImmediate();
      set(labels, pool.waitingCount);
    }),
  );
  gauges.use(
    readGauge(registry, poolDefinitions.poolConnections, (set) => {
      set({ ...labels, state: 'idle' }, pool.idleCount);
      set({ ...labels, state: 'busy' }, pool.totalCount - pool.idleCount);
    }),
  );
  return {
    async acquiring(acquire) {
      const seconds = stopwatch();
      try {
        return await acquire();
      } finally {
        waits.observe(labels, seconds());
      }
    },
    async transaction(work) {
      const seconds = stopwatch();
      let result: 'committed' | 'rolled-back' = 'rolled-back';
      try {
        const answer = await work();
        result = 'committed';
        return answer;
      } finally {
        transactions.observe({ ...labels, result }, seconds());
      }
    },
    [Symbol.dispose]: () => gauges.dispose(),
  };
}
