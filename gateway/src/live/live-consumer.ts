import { topics, type MigrationUpdatedSchema } from '@ridgeline/events';
import type { EventHandler, Kafka, Subscription } from '@ridgeline/kafka';
import type { Logger } from '@ridgeline/kit';
import { subscribeEveryProcess } from '../events/every-process.ts';
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

/** Every process shows every update to its own readers. */
export function startLiveConsumer({
  kafka,
  hub,
  logger,
  onFailure,
}: LiveConsumerParts): Promise<Subscription> {
  return subscribeEveryProcess(kafka, {
    topic: topics.migrationUpdate,
    name: 'gateway-live',
    handler: handleUpdates(hub, logger),
    onFailure,
  });
}
