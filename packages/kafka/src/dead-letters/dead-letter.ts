import { deadLetterTopic } from '@ridgeline/events';
import type { KafkaMessage, ReceivedMessage } from '../messages.ts';

/** Headers that a dead letter carries in addition to the original ones. */
export const deadLetterHeaders = {
  reason: 'dead-reason',
  group: 'dead-group',
  topic: 'dead-topic',
  partition: 'dead-partition',
  offset: 'dead-offset',
  attempts: 'dead-attempts',
  time: 'dead-time',
  /** The size in bytes of the value that was left out. */
  cut: 'dead-cut',
} as const;

/** Why an event became a dead letter, and in which group. */
export interface DeadLetterCause {
  readonly reason: string;
  /** The consumer group that could not handle it. */
  readonly group: string;
  readonly attempts: number;
  readonly at: Date;
}

/** The message for `<topic>.dlq`: key, value and headers as received, the reason, and the origin. */
export function toDeadLetter(
  message: ReceivedMessage,
  { reason, group, attempts, at }: DeadLetterCause,
): KafkaMessage {
  return {
    topic: deadLetterTopic(message.topic),
    key: message.key,
    value: message.value,
    headers: {
      ...message.headers,
      [deadLetterHeaders.reason]: reason,
      [deadLetterHeaders.group]: group,
      [deadLetterHeaders.topic]: message.topic,
      [deadLetterHeaders.partition]: String(message.partition),
      [deadLetterHeaders.offset]: message.offset,
      [deadLetterHeaders.attempts]: String(attempts),
      [deadLetterHeaders.time]: at.toISOString(),
    },
  };
}

/** The same without what may be too large for Kafka: where it was stored and why it failed remain. */
export function cutShort({ topic, value, headers }: KafkaMessage): KafkaMessage {
  const own = Object.values(deadLetterHeaders).flatMap((name) => {
    const text = headers[name];
    return text === undefined ? [] : [[name, text.slice(0, 1_000)] as const];
  });
  const left = { ...Object.fromEntries(own), [deadLetterHeaders.cut]: String(value.byteLength) };
  return { topic, key: '', value: new Uint8Array(), headers: left };
}

/** Whether the event was left out, so that there is nothing to replay. */
export function isCutShort({ headers }: ReceivedMessage): boolean {
  return headers[deadLetterHeaders.cut] !== undefined;
}

/** The message to put back on `topic`, as it was before it failed. */
export function replayedMessage(topic: string, { key, value, headers }: ReceivedMessage): KafkaMessage {
  const added = new Set<string>(Object.values(deadLetterHeaders));
  const original = Object.entries(headers).filter(([name]) => !added.has(name));
  return { topic, key, value, headers: Object.fromEntries(original) };
}
