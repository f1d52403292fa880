import { migrationStatusSchema } from '@ridgeline/contracts';
import type { Logger } from '@ridgeline/kit';
import type { Database } from '@ridgeline/postgres';
import { Gauge, type Registry } from 'prom-client';
import { countByStatus } from './migration-store.postgres.ts';

/** Exposes the number of migrations in each status, counted in the database whenever it is scraped. */
export function exposeMigrationCounts(options: {
  readonly db: Database;
  readonly logger: Logger;
  readonly registry: Registry;
}): void {
  const { db, logger, registry } = options;
  const byStatus = new Gauge<'status'>({
    name: 'ridgeline_migrations',
    help: 'Migrations by status',
    labelNames: ['status'],
    registers: [registry],
    async collect() {
      try {
        const counts = await db.forSystem(countByStatus);
        for (const status of migrationStatusSchema.options) byStatus.set({ status }, counts.get(status) ?? 0);
      } catch (error) {
        logger.warn({ err: error }, 'Migrations could not be counted for the metrics');
      }
    },
  });
}
