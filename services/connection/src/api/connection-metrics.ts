import type { ErrorCode } from '@ridgeline/contracts';
import { AppError } from '@ridgeline/kit';
import { counter, type Registry } from '@ridgeline/kit/metrics';
import { connectionDefinitions } from '../metric-definitions.ts';

/** What this service counts. */
export interface ConnectionMetrics {
  /** Counts a save by its end: stored, or the code of what stood against it. */
  saving<T>(work: () => Promise<T>): Promise<T>;
}

/** Makes the counter of saves. */
export function connectionMetrics(registry: Registry): ConnectionMetrics {
  const saves = counter(registry, connectionDefinitions.connectionSaves);
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
