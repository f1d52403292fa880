import {
  create,
  fromBinary,
  toBinary,
  type DescMessage,
  type MessageInitShape,
  type MessageShape,
} from '@bufbuild/protobuf';
import type { EventEnvelope } from './envelope.ts';
import type { Topic } from './topics.ts';

/** An event ready to be published or stored in an outbox. */
export interface OutgoingEvent {
  readonly topic: string;
  readonly key: string;
  readonly value: Uint8Array;
  readonly envelope: EventEnvelope;
}

/** An event as a consumer's handler receives it. */
export interface ReceivedEvent<Schema extends DescMessage = DescMessage> {
  readonly topic: string;
  readonly key: string;
  readonly value: MessageShape<Schema>;
  readonly envelope: EventEnvelope;
}

/** Builds an event of a topic; `envelope` is usually `eventEnvelope` of its company. */
export function outgoingEvent<Schema extends DescMessage>(
  topic: Topic<Schema>,
  event: { key: string; value: MessageInitShape<Schema>; envelope: Omit<EventEnvelope, 'type'> },
): OutgoingEvent {
  return {
    topic: topic.name,
    key: event.key,
    value: toBinary(topic.schema, create(topic.schema, event.value)),
    envelope: { ...event.envelope, type: topic.schema.typeName },
  };
}

/** Decodes an event's value. Throws when the bytes are not the topic's message. */
export function decodeValue<Schema extends DescMessage>(
  topic: Topic<Schema>,
  value: Uint8Array,
): MessageShape<Schema> {
  return fromBinary(topic.schema, value);
}
