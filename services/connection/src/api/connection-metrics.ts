import type { ErrorCode } from '@ridgeline/contracts';
import { AppError } from '@ridgeline/kit';
import { Counter, type Registry } from 'prom-client';

/** What this service counts. */
export interface ConnectionMetrics {
  /** Counts a save by its end: stored, or the code of what stood against it. */
  saving<T>(work: () => Promise<T>): Promise<T>;
}

/** Makes the counter of saves. */
export function connectionMetrics(registry: Registry): ConnectionMetrics {
  const saves = new Counter<'result'>({
    name: 'ridgeline_connection_saves_total',
    help: 'Connections that people tried to save, by result: stored, or an error code',
    labelNames: ['result'],
    registers: [registry],
  });
  const resultOf = (error: unknown): ErrorCode => (error instanceof AppError ? error.code : 'server.failed');

  return {
    async saving(work) {
      try {
        const saved = await work();
        saves.inc({ result: 'stored' });
        return saved;
      } catch (error) {
        saves.inc({ result: resultOf(error) });
        throw error;
      }
    },
  };
}
