import type { Logger } from '@ridgeline/kit';
import {
  askedOnce,
  catalogue,
  counter,
  readGauge,
  type Counter,
  type Registry,
} from '@ridgeline/kit/metrics';
import type { OutboxBacklog } from './outbox-store.postgres.ts';

/** What the relay counts. */
export interface OutboxMetrics {
  readonly dead: Counter<typeof catalogue.outboxDead.labels>;
}

/** The outbox' metrics; the gauges are read from the database when the metrics are asked for. */
export function registerOutboxMetrics(
  registry: Registry,
  { backlog, logger }: { backlog: () => Promise<OutboxBacklog>; logger: Logger },
): OutboxMetrics {
  const look = askedOnce(backlog);
  // The other metrics must still be readable while the database is away; these keep their last values.
  const onError = (error: unknown): void => logger.debug({ err: error }, 'The outbox could not be measured');
  readGauge(registry, catalogue.outboxEvents, async (set) => set((await look()).events), onError);
  readGauge(registry, catalogue.outboxOldest, async (set) => set((await look()).oldestSeconds), onError);
  return { dead: counter(registry, catalogue.outboxDead) };
}
