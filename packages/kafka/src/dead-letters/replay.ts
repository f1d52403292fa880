import { deadLetterTopic } from '@ridgeline/events';
import { AppError } from '@ridgeline/kit';
import type { Admin, Consumer, EachBatchPayload, Kafka as KafkaJS } from 'kafkajs';
import { Registry } from '@ridgeline/kit/metrics';
import { askUntil } from '../client/ask-until.ts';
import { unavailable } from '../client/kafka-errors.ts';
import { kafkajsClient, quickRetry, type ClientOptions } from '../client/kafkajs-client.ts';
import { receivedMessage } from '../messages.ts';
import { kafkaMetrics } from '../metrics.ts';
import { KafkaEventProducer } from '../producer/event-producer.ts';
import { isCutShort, replayedMessage } from './dead-letter.ts';

/** The first group of a cluster has no coordinator until its broker has created the topic of all groups' offsets. */
const answersWithinMs = 30_000;

/** Partition -> offset after the last dead letter to replay. */
type Ends = ReadonlyMap<number, bigint>;

/**
 * Puts the dead letters of `topic` back on it, in order, and records its progress; returns how many. It takes those that
 * exist at the call, so an event that fails again waits for the next replay. Every consumer group of the topic receives
 * them again; groups that had handled an event recognize it by its id.
 */
export async function replayDeadLetters(
  options: ClientOptions & { readonly topic: string },
): Promise<number> {
  const client = kafkajsClient(options);
  await using resources = new AsyncDisposableStack();
  const admin = resources.adopt(client.admin(), (it) => it.disconnect());
  const producer = resources.use(new KafkaEventProducer(client, kafkaMetrics(new Registry())));
  try {
    await admin.connect();
    if (!(await admin.listTopics()).includes(deadLetterTopic(options.topic))) return 0;
    const group = `ridgeline.replay.${options.topic}`;
    const ends = await deadLettersLeft(admin, group, deadLetterTopic(options.topic));
    if (ends.size === 0) return 0;
    return await replay({ client, producer, group, topic: options.topic, ends });
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw unavailable(error);
  }
}

/** What of a dead-letter topic the group has not read yet. */
export async function deadLettersLeft(admin: Admin, groupId: string, topic: string): Promise<Ends> {
  const deadline = performance.now() + answersWithinMs;
  const [offsets, stored] = await Promise.all([
    askUntil(deadline, () => admin.fetchTopicOffsets(topic)),
    askUntil(deadline, () => admin.fetchOffsets({ groupId, topics: [topic] })),
  ]);
  const done = new Map(
    stored.flatMap(({ partitions }) => partitions).map((it) => [it.partition, BigInt(it.offset)]),
  );
  const left = offsets
    .map(({ partition, low, high }) => ({
      partition,
      from: bigMax(done.get(partition) ?? -1n, BigInt(low)),
      to: BigInt(high),
    }))
    .filter(({ from, to }) => from < to);
  return new Map(left.map(({ partition, to }) => [partition, to]));
}

interface Replay {
  readonly client: KafkaJS;
  readonly producer: KafkaEventProducer;
  readonly group: string;
  readonly topic: string;
  readonly ends: Ends;
}

async function replay({ client, producer, group, topic, ends }: Replay): Promise<number> {
  const consumer = client.consumer({
    groupId: group,
    maxWaitTimeInMs: 200,
    allowAutoTopicCreation: false,
    retry: quickRetry,
  });
  const finished = Promise.withResolvers<undefined>();
  const open = new Set(ends.keys());
  let replayed = 0;

  const eachBatch = async (payload: EachBatchPayload): Promise<void> => {
    const { batch } = payload;
    const end = ends.get(batch.partition) ?? 0n;
    const messages = batch.messages.filter(({ offset }) => BigInt(offset) < end);
    const letters = messages.map((it) => receivedMessage(batch.topic, batch.partition, it));
    const whole = letters.filter((letter) => !isCutShort(letter));
    await producer.send(whole.map((letter) => replayedMessage(topic, letter)));
    replayed += whole.length;
    const last = messages.at(-1);
    if (last) payload.resolveOffset(last.offset);
    await payload.heartbeat();
    if (!last || BigInt(last.offset) + 1n >= end) open.delete(batch.partition);
    if (open.size === 0) finished.resolve(undefined);
  };

  try {
    await runUntil(consumer, deadLetterTopic(topic), eachBatch, finished);
  } finally {
    await consumer.disconnect();
  }
  return replayed;
}

async function runUntil(
  consumer: Consumer,
  topic: string,
  eachBatch: (payload: EachBatchPayload) => Promise<void>,
  finished: PromiseWithResolvers<undefined>,
): Promise<void> {
  consumer.on(consumer.events.CRASH, ({ payload }) => finished.reject(payload.error));
  await consumer.connect();
  await consumer.subscribe({ topics: [topic], fromBeginning: true });
  await consumer.run({ eachBatchAutoResolve: false, eachBatch });
  await finished.promise;
}

function bigMax(a: bigint, b: bigint): bigint {
  return a > b ? a : b;
}
