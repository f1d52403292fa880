import type { Logger } from '@ridgeline/kit';
import { askedOnce, readGauge, type Registry } from '@ridgeline/kit/metrics';
import type { Database } from '@ridgeline/postgres';
import { syncDefinitions } from '../metric-definitions.ts';
import { readLists, readOverdue } from './list-count-store.postgres.ts';

/** Exports the lengths of the lists, counted in the database at each scrape. */
export function exposeSyncLists({
  db,
  logger,
  registry,
}: {
  readonly db: Database;
  readonly logger: Logger;
  readonly registry: Registry;
}): void {
  const onError = (error: unknown): void =>
    logger.warn({ err: error }, 'Failed to count the lists of auto-sync for the metrics');
  const lists = askedOnce(() => db.forSystem(readLists));
  readGauge(
    registry,
    syncDefinitions.dueRecords,
    async (set) => {
      for (const { state, waiting } of await lists()) set({ state }, waiting);
    },
    onError,
  );
  readGauge(
    registry,
    syncDefinitions.oldest,
    async (set) => {
      for (const { state, oldestSeconds } of await lists()) set({ state }, oldestSeconds);
    },
    onError,
  );
  readGauge(
    registry,
    syncDefinitions.deadLetters,
    async (set) => set((await lists()).reduce((sum, { dead }) => sum + dead, 0)),
    onError,
  );
  const overdue = askedOnce(() => db.forSystem(readOverdue));
  readGauge(registry, syncDefinitions.overdue, async (set) => set((await overdue()).longestSeconds), onError);
  readGauge(
    registry,
    syncDefinitions.overdueConnections,
    async (set) => set((await overdue()).connections),
    onError,
  );
}
