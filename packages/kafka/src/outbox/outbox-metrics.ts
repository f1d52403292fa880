import type { Logger } from '@ridgeline/kit';
import { Counter, Gauge, type Registry } from 'prom-client';
import type { OutboxBacklog } from './outbox-store.ts';

/** What the relay counts. */
export interface OutboxMetrics {
  readonly dead: Counter<'topic'>;
}

/** Registers the outbox' metrics; the gauges are read from the database when the metrics are asked for. */
export function registerOutboxMetrics(
  registry: Registry,
  { backlog, logger }: { backlog: () => Promise<OutboxBacklog>; logger: Logger },
): OutboxMetrics {
  const oldest = new Gauge({
    name: 'ridgeline_outbox_oldest_seconds',
    help: 'Age of the oldest event that waits to be published',
    registers: [registry],
  });
  const events = new Gauge({
    name: 'ridgeline_outbox_events',
    help: 'Events that wait to be published',
    registers: [registry],
    async collect() {
      try {
        const now = await backlog();
        events.set(now.events);
        oldest.set(now.oldestSeconds);
      } catch (error) {
        // The other metrics must still be readable while the database is away; these keep their last values.
        logger.debug({ err: error }, 'The outbox could not be measured');
      }
    },
  });
  return {
    dead: new Counter({
      name: 'ridgeline_outbox_dead_total',
      help: 'Events that Kafka refused for good; they are kept in outbox_dead',
      labelNames: ['topic'],
      registers: [registry],
    }),
  };
}
