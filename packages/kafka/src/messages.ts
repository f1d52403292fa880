import { envelopeToHeaders, type OutgoingEvent } from '@ridgeline/events';
import type { KafkaMessage as KafkaJSMessage } from 'kafkajs';

/** A message as Kafka stores it: raw bytes and headers. */
export interface KafkaMessage {
  readonly topic: string;
  readonly key: string;
  readonly value: Uint8Array;
  readonly headers: Readonly<Record<string, string>>;
}

/** The message of an event: its envelope becomes headers. */
export function toKafkaMessage({ topic, key, value, envelope }: OutgoingEvent): KafkaMessage {
  return { topic, key, value, headers: envelopeToHeaders(envelope) };
}

/** A message as it was received, with its place on the topic. */
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
