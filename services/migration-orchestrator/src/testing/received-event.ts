import { decodeValue, outgoingEvent, type ReceivedEvent, type Topic } from '@ridgeline/events';
import { newId } from '@ridgeline/kit';

type Schema = Topic['schema'];

/** What an event of this schema is made from. */
export type EventValue<S extends Schema> = Parameters<typeof outgoingEvent<S>>[1]['value'];

/** An event as a consumer's handler receives it, without Kafka. */
export function receivedEvent<S extends Schema>(
  topic: Topic<S>,
  {
    companyId,
    key,
    value,
    eventId = newId(),
  }: {
    readonly companyId: string;
    readonly key: number;
    readonly value: EventValue<S>;
    readonly eventId?: string | undefined;
  },
): ReceivedEvent<S> {
  const envelope = { id: eventId, time: new Date().toISOString(), companyId };
  const event = outgoingEvent(topic, { key: String(key), value, envelope });
  return { ...event, value: decodeValue(topic, event.value) };
}
