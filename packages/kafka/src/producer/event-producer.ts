import type { OutgoingEvent } from '@ridgeline/events';
import { AppError, withSpan } from '@ridgeline/kit';
import { type Kafka as KafkaJS, Partitioners, type Producer, type TopicMessages } from 'kafkajs';
import { quickRetry } from '../client/kafkajs-client.ts';
import { refusalOf, unavailable } from '../client/kafka-errors.ts';
import type { KafkaMetrics } from '../metrics.ts';
import { toKafkaMessage, type KafkaMessage } from '../messages.ts';
import { MessageQueue } from './message-queue.ts';

/** The largest value of an event, so that the broker never refuses a request for its size. */
export const maxEventBytes = 700_000;

/** Publishes events. Services take this port, so that a test can give them a fake. */
export interface EventProducer {
  /**
   * Resolves when all in-sync replicas have the events; events of one key arrive in the order of the calls. Rejects with a
   * retriable `server.unavailable` when Kafka does not answer; the events may have arrived anyway, so a caller publishes
   * the same event again, with the same id, by which consumers recognize it. Rejects with `server.failed` when an event is
   * larger than `maxEventBytes`, or Kafka permanently rejects one.
   */
  publish(events: readonly OutgoingEvent[]): Promise<void>;
}

/**
 * The producer based on kafkajs: acks of all replicas, one request at a time. It is not the idempotent producer, which
 * kafkajs calls experimental: a lost acknowledgment may duplicate an event, which every consumer must tolerate anyway.
 */
export class KafkaEventProducer implements EventProducer, AsyncDisposable {
  readonly #client: KafkaJS;
  readonly #metrics: KafkaMetrics;
  readonly #queue = new MessageQueue((messages) => this.#send(messages));
  #producer: Promise<Producer> | null = null;

  constructor(client: KafkaJS, metrics: KafkaMetrics) {
    this.#client = client;
    this.#metrics = metrics;
  }

  /** Opens the connection now instead of with the first event. */
  async connect(): Promise<void> {
    await this.#connected().catch((error: unknown) => {
      throw unavailable(error);
    });
  }

  async publish(events: readonly OutgoingEvent[]): Promise<void> {
    await this.send(events.map(toKafkaMessage));
  }

  /** As `publish`, for messages whose headers are known already (dead letters, replays). */
  async send(messages: readonly KafkaMessage[]): Promise<void> {
    const tooLarge = messages.find((message) => message.value.byteLength > maxEventBytes);
    if (tooLarge) {
      const { topic, key, value } = tooLarge;
      throw new AppError('server.failed', {
        details: { reason: 'event too large', topic, key, bytes: value.byteLength },
      });
    }
    await this.#queue.add(messages);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#queue.settled();
    await this.#drop();
  }

  async #send(messages: readonly KafkaMessage[]): Promise<void> {
    const byTopic = Map.groupBy(messages, (message) => message.topic);
    const attributes = { 'messaging.system': 'kafka', 'messaging.batch.message_count': messages.length };
    try {
      await withSpan(`publish ${[...byTopic.keys()].join(' ')}`, attributes, () => this.#request(byTopic), {
        kind: 'producer',
        traceparent: messages[0]?.headers['traceparent'],
      });
    } catch (error) {
      this.#metrics.publishFailures.inc();
      // Once one of its topics is deleted, kafkajs can no longer publish anything (tulios/kafkajs pull request 1763),
      // and it may cling to a broker that moved. A new producer has neither problem.
      await this.#drop();
      const refusal = refusalOf(error);
      if (refusal === null) throw unavailable(error);
      throw new AppError('server.failed', {
        details: { dependency: 'kafka', reason: refusal },
        cause: error,
      });
    }
    for (const [topic, { length }] of byTopic) this.#metrics.published.inc({ topic }, length);
  }

  async #request(byTopic: ReadonlyMap<string, readonly KafkaMessage[]>): Promise<void> {
    const topicMessages: TopicMessages[] = [...byTopic].map(([topic, messages]) => ({
      topic,
      messages: messages.map(({ key, value, headers }) => ({
        key,
        value: Buffer.from(value.buffer, value.byteOffset, value.byteLength),
        headers,
      })),
    }));
    const producer = await this.#connected();
    await producer.sendBatch({ topicMessages, acks: -1, timeout: 10_000 });
  }

  #connected(): Promise<Producer> {
    this.#producer ??= this.#open();
    return this.#producer;
  }

  async #open(): Promise<Producer> {
    const producer = this.#client.producer({
      allowAutoTopicCreation: false,
      createPartitioner: Partitioners.DefaultPartitioner,
      maxInFlightRequests: 1,
      retry: quickRetry,
    });
    try {
      await producer.connect();
      return producer;
    } catch (error) {
      this.#producer = null;
      await producer.disconnect().catch(() => undefined);
      throw error;
    }
  }

  async #drop(): Promise<void> {
    const producer = await this.#producer?.catch(() => null);
    this.#producer = null;
    await producer?.disconnect().catch(() => undefined);
  }
}
