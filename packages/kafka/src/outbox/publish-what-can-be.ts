import type { OutgoingEvent } from '@ridgeline/events';
import { AppError } from '@ridgeline/kit';
import type { EventProducer } from '../producer/event-producer.ts';

/** An event that Kafka refused for good, and why. */
export interface RefusedEvent {
  readonly event: OutgoingEvent;
  readonly error: AppError;
}

/**
 * Publishes events in their order and answers those that can never be published: when all together fail for good, each
 * goes alone. Rejects when Kafka does not answer; some may have arrived then.
 */
export async function publishWhatCanBe(
  producer: EventProducer,
  events: readonly OutgoingEvent[],
): Promise<readonly RefusedEvent[]> {
  const together = await refusalOf(producer, events);
  if (together === null) return [];
  const refused: RefusedEvent[] = [];
  for (const event of events) {
    const error = await refusalOf(producer, [event]);
    if (error) refused.push({ event, error });
  }
  return refused;
}

async function refusalOf(
  producer: EventProducer,
  events: readonly OutgoingEvent[],
): Promise<AppError | null> {
  try {
    await producer.publish(events);
    return null;
  } catch (error) {
    if (error instanceof AppError && !error.retriable) return error;
    throw error;
  }
}
