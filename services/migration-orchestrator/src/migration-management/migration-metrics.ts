import { migrationStatusSchema } from '@ridgeline/contracts';
import type { Logger } from '@ridgeline/kit';
import { askedOnce, readGauge, type Registry } from '@ridgeline/kit/metrics';
import type { Database } from '@ridgeline/postgres';
import { leaseDefinitions, migrationDefinitions } from '../metric-definitions.ts';
import { countByStatus } from './migration-store.postgres.ts';
import { countByPhase, leasesByProcess, oldestQueuedSeconds } from './open-work-store.postgres.ts';

const { phase } = migrationDefinitions.migrationsOpen.labels;

const sum = (counts: readonly number[]): number => counts.reduce((all, count) => all + count, 0);

/** Exports the numbers of migrations and leases, counted in the database at each scrape. */
export function exposeMigrationCounts(options: {
  readonly db: Database;
  readonly leaseMs: number;
  readonly logger: Logger;
  readonly registry: Registry;
}): void {
  const { db, leaseMs, logger, registry } = options;
  const onError = (error: unknown): void =>
    logger.warn({ err: error }, 'Migrations could not be counted for the metrics');
  const leases = askedOnce(() => db.forSystem((tx) => leasesByProcess(tx, leaseMs)));

  readGauge(
    registry,
    migrationDefinitions.migrations,
    async (set) => {
      const counts = await db.forSystem(countByStatus);
      for (const status of migrationStatusSchema.options) set({ status }, counts.get(status) ?? 0);
    },
    onError,
  );
  readGauge(
    registry,
    migrationDefinitions.migrationsOpen,
    async (set) => {
      const counts = new Map((await db.forSystem(countByPhase)).map((row) => [row.phase, row.count]));
      for (const name of phase.values) set({ phase: name }, counts.get(name) ?? 0);
    },
    onError,
  );
  readGauge(
    registry,
    migrationDefinitions.migrationsOldestQueued,
    async (set) => set(await db.forSystem(oldestQueuedSeconds)),
    onError,
  );
  readGauge(
    registry,
    leaseDefinitions.leases,
    async (set) => {
      const rows = await leases();
      set({ state: 'held' }, sum(rows.map(({ held }) => held)));
      set({ state: 'over' }, sum(rows.map(({ over }) => over)));
    },
    onError,
  );
  readGauge(
    registry,
    leaseDefinitions.leaseAge,
    async (set) => {
      for (const { process, ageSeconds } of await leases()) set({ process }, ageSeconds);
    },
    onError,
  );
}
