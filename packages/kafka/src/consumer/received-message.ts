import {
  decodeValue,
  envelopeHeaders,
  type EventEnvelope,
  type ReceivedEvent,
  type Topic,
} from '@ridgeline/events';
import type { DescMessage } from '@bufbuild/protobuf';
import type { KafkaMessage as KafkaJSMessage } from 'kafkajs';

/** A message as it came, with where it stood. */
export interface ReceivedMessage {
  readonly topic: string;
  readonly partition: number;
  readonly offset: string;
  readonly key: string;
  readonly value: Uint8Array;
  readonly headers: Readonly<Record<string, string>>;
}

/** Brings a kafkajs message into our shape; a missing key or value becomes an empty one. */
export function receivedMessage(topic: string, partition: number, message: KafkaJSMessage): ReceivedMessage {
  const headers = Object.entries(message.headers ?? {}).flatMap(([name, value]) => {
    const first = Array.isArray(value) ? value[0] : value;
    return first === undefined ? [] : [[name, first.toString()] as const];
  });
  return {
    topic,
    partition,
    offset: message.offset,
    key: message.key?.toString() ?? '',
    value: message.value ?? new Uint8Array(),
    headers: Object.fromEntries(headers),
  };
}

/** The event in a message, or why there is none. */
export type Decoded<Schema extends DescMessage> =
  | { readonly ok: true; readonly event: ReceivedEvent<Schema> }
  | { readonly ok: false; readonly reason: string };

/** Reads the envelope and the value. */
export function decodeMessage<Schema extends DescMessage>(
  topic: Topic<Schema>,
  { key, value, headers }: ReceivedMessage,
): Decoded<Schema> {
  const envelope = readEnvelope(headers);
  if (!envelope) return { ok: false, reason: 'The headers do not carry an event envelope' };
  if (envelope.type !== topic.schema.typeName)
    return { ok: false, reason: `The event is a ${envelope.type}, not a ${topic.schema.typeName}` };
  try {
    return { ok: true, event: { topic: topic.name, key, value: decodeValue(topic, value), envelope } };
  } catch {
    return { ok: false, reason: `The value is not a ${topic.schema.typeName}` };
  }
}

function readEnvelope(headers: Readonly<Record<string, string>>): EventEnvelope | null {
  const id = headers[envelopeHeaders.id];
  const type = headers[envelopeHeaders.type];
  const time = headers[envelopeHeaders.time];
  const companyId = headers[envelopeHeaders.companyId];
  const traceparent = headers[envelopeHeaders.traceparent];
  if (!id || !type || !time || companyId === undefined) return null;
  return { id, type, time, companyId, ...(traceparent ? { traceparent } : {}) };
}
