import {
  create,
  fromBinary,
  toBinary,
  type DescMessage,
  type MessageInitShape,
  type MessageShape,
} from '@bufbuild/protobuf';
import type { Topic } from './topics.ts';

/** What travels in the headers of every event. */
export interface EventEnvelope {
  /** UUID v7; a consumer records it with its effect, so that the effect happens once. */
  readonly id: string;
  /** The protobuf message's full name. */
  readonly type: string;
  /** ISO 8601 in UTC. */
  readonly time: string;
  readonly companyId: string;
  /** W3C trace context of who published, where tracing is on. */
  readonly traceparent?: string;
}

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

/** Builds an event of a topic. `id` and `time` are made by the caller (kit's `newId`, the clock). */
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

/** Names of the Kafka headers that carry the envelope. */
export const envelopeHeaders = {
  id: 'event-id',
  type: 'event-type',
  time: 'event-time',
  companyId: 'company-id',
  traceparent: 'traceparent',
} as const satisfies Record<keyof EventEnvelope, string>;
