import { findingVerdictSchema } from '@ridgeline/contracts';
import type { Logger } from '@ridgeline/kit';
import { counter, readGauge, type Registry } from '@ridgeline/kit/metrics';
import type { Database } from '@ridgeline/postgres';
import { sweepDefinitions } from '../metric-definitions.ts';
import type { ComparedPage } from './compare-page.ts';
import { countFindings, readOverdueSweeps } from './sweep-count-store.postgres.ts';

/** Makes the counter of compared records. */
export function countComparedRecords(registry: Registry): (page: ComparedPage) => void {
  const records = counter(registry, sweepDefinitions.records);
  return (page) => {
    for (const result of sweepDefinitions.records.labels.result.values) records.inc({ result }, page[result]);
  };
}

/** Exports the state of sweeps, counted in the database at each scrape. */
export function exposeSweeps({
  db,
  logger,
  registry,
}: {
  readonly db: Database;
  readonly logger: Logger;
  readonly registry: Registry;
}): void {
  const onError = (error: unknown): void =>
    logger.warn({ err: error }, 'Failed to count sweeps for the metrics');
  readGauge(
    registry,
    sweepDefinitions.overdue,
    async (set) => {
      for (const { pass, longestSeconds } of await db.forSystem(readOverdueSweeps))
        set({ pass }, longestSeconds);
    },
    onError,
  );
  readGauge(
    registry,
    sweepDefinitions.findings,
    async (set) => {
      const found = new Map((await db.forSystem(countFindings)).map((row) => [row.verdict, row.count]));
      for (const verdict of findingVerdictSchema.options) set({ verdict }, found.get(verdict) ?? 0);
    },
    onError,
  );
}
