import type { Logger } from '@ridgeline/kit';
import { askedOnce, counter, readGauge, type Counter, type Registry } from '@ridgeline/kit/metrics';
import { outboxDefinitions } from '../metric-definitions.ts';
import type { OutboxBacklog } from './outbox-store.postgres.ts';

/** What the relay counts. */
export interface OutboxMetrics {
  readonly dead: Counter<typeof outboxDefinitions.outboxDead.labels>;
}

/** The outbox' metrics; each scrape reads the gauges from the database. */
export function registerOutboxMetrics(
  registry: Registry,
  { backlog, logger }: { backlog: () => Promise<OutboxBacklog>; logger: Logger },
): OutboxMetrics {
  const look = askedOnce(backlog);
  // The other metrics must still be readable while the database is unavailable; these keep their last values.
  const onError = (error: unknown): void => logger.debug({ err: error }, 'The outbox could not be measured');
  readGauge(registry, outboxDefinitions.outboxEvents, async (set) => set((await look()).events), onError);
  readGauge(
    registry,
    outboxDefinitions.outboxOldest,
    async (set) => set((await look()).oldestSeconds),
    onError,
  );
  return { dead: counter(registry, outboxDefinitions.outboxDead) };
}
