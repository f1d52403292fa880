import { topics, type MigrationUpdatedSchema } from '@ridgeline/events';
import type { EventHandler, Kafka, Subscription } from '@ridgeline/kafka';
import { newId, type Logger } from '@ridgeline/kit';
import type { LiveHub } from './live-hub.ts';

/** Hands updates to the hub. One that makes no sense is left out: readers fetch again, and the poll repairs the rest. */
function handleUpdates(hub: LiveHub, logger: Logger): EventHandler<typeof MigrationUpdatedSchema> {
  return ({ key, value, envelope }) => {
    const sequence = Number(value.sequence);
    if (Number.isSafeInteger(sequence) && sequence > 0) hub.publish(key, sequence, value.migrationJson);
    else logger.warn({ eventId: envelope.id }, 'A migration update without a proper sequence was left out');
    return Promise.resolve({ verdict: 'done' });
  };
}

/** What the consumer of updates needs. */
export interface LiveConsumerParts {
  readonly kafka: Kafka;
  readonly hub: LiveHub;
  readonly logger: Logger;
  /** The consumer ended for good: the process must not go on serving streams that stay silent. */
  readonly onFailure: (reason: unknown) => void;
}

/** One consumer per process, in a group of its own, so that every process sees every update; from now on only. */
export async function startLiveConsumer(parts: LiveConsumerParts): Promise<Subscription> {
  const { kafka, hub, logger, onFailure } = parts;
  await kafka.ensureTopics([topics.migrationUpdate]);
  return kafka.subscribe({
    topic: topics.migrationUpdate,
    group: `gateway-live-${newId()}`,
    fromBeginning: false,
    handler: handleUpdates(hub, logger),
    onFailure,
  });
}
