import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { deadLetterTopic } from '@ridgeline/events';
import { createLogger } from '@ridgeline/kit';
import { eventually, testBrokers, uniqueTopicPrefix } from '@ridgeline/testkit/integration';
import { Registry } from '@ridgeline/kit/metrics';
import { kafkajsClient } from '../client/kafkajs-client.ts';
import { receivedMessage, type ReceivedMessage } from '../messages.ts';
import { openKafka, type Kafka } from '../kafka.ts';
import type { EventProducer } from '../producer/event-producer.ts';
import { countingEvents, testTopic, textEvent, type TestTopic } from '../testing/test-events.ts';
import { deadLetterHeaders } from './dead-letter.ts';
import { replayDeadLetters } from './replay.ts';

const logger = createLogger({ service: 'test', level: 'silent' });
const client = { clientId: 'test', logger };
let kafka: Kafka;
let producer: EventProducer;
let topic: TestTopic;
let group: string;

beforeEach(async () => {
  const prefix = uniqueTopicPrefix();
  topic = testTopic(prefix, 1);
  group = `${prefix}group`;
  kafka = openKafka({ ...client, brokers: testBrokers(), metrics: new Registry() });
  await kafka.ensureTopics([topic]);
  producer = await kafka.producer();
});

afterEach(async () => {
  await kafka[Symbol.asyncDispose]();
});

/** Reads the dead letters with kafkajs itself. */
async function deadLetters(count: number): Promise<ReceivedMessage[]> {
  const consumer = kafkajsClient({ ...client, brokers: testBrokers() }).consumer({
    groupId: `${group}.reader`,
    maxWaitTimeInMs: 100,
  });
  const letters: ReceivedMessage[] = [];
  await consumer.connect();
  await consumer.subscribe({ topics: [deadLetterTopic(topic.name)], fromBeginning: true });
  await consumer.run({
    eachMessage: ({ topic: name, partition, message }) => {
      letters.push(receivedMessage(name, partition, message));
      return Promise.resolve();
    },
  });
  await eventually(() => expect(letters).toHaveLength(count), { what: 'the dead letters' });
  await consumer.disconnect();
  return letters;
}

describe('Dead letters', () => {
  test('What cannot be handled is put aside with its reason, and the events behind it are handled', async () => {
    const handled: string[] = [];
    const faulty = textEvent(topic, 'a', 'faulty');
    await producer.publish([
      textEvent(topic, 'a', 'refused'),
      { ...textEvent(topic, 'a', ''), value: Uint8Array.of(0xff, 0xff, 0xff) },
      faulty,
      textEvent(topic, 'a', 'good'),
    ]);
    await kafka.subscribe({
      topic,
      group,
      maxAttempts: 2,
      handler: ({ value: { value } }) => {
        handled.push(value);
        if (value === 'refused') return Promise.resolve({ verdict: 'dead', reason: 'It is refused' });
        if (value === 'faulty') return Promise.reject(new Error('secret details'));
        return Promise.resolve({ verdict: 'done' });
      },
    });
    await eventually(() => expect(handled.at(-1)).toBe('good'), { what: 'the last event' });
    expect(handled).toEqual(['refused', 'faulty', 'faulty', 'good']);

    const letters = await deadLetters(3);
    const { reason, attempts, offset, partition, group: by, topic: from } = deadLetterHeaders;
    expect(letters.map(({ headers }) => headers[reason])).toEqual([
      'It is refused',
      'The value is not a google.protobuf.StringValue',
      'The handler failed unexpectedly; see the log',
    ]);
    expect(letters[2]).toMatchObject({ key: 'a', value: Buffer.from(faulty.value) });
    expect(letters[2]?.headers).toMatchObject({
      'event-id': faulty.envelope.id,
      'company-id': 'company-1',
      [attempts]: '2',
      [offset]: '2',
      [partition]: '0',
      [by]: group,
      [from]: topic.name,
    });
  });

  test('A replay puts them back in order and as they were, once', async () => {
    const events = countingEvents(topic, 'a', 5);
    let refuse = true;
    const handled: string[] = [];
    await producer.publish(events);
    await kafka.subscribe({
      topic,
      group,
      handler: ({ value: { value }, envelope }) => {
        if (refuse) return Promise.resolve({ verdict: 'dead', reason: 'Not today' });
        handled.push(`${value} ${envelope.id}`);
        return Promise.resolve({ verdict: 'done' });
      },
    });
    await deadLetters(5);
    refuse = false;
    const replay = () => replayDeadLetters({ ...client, brokers: testBrokers(), topic: topic.name });

    expect(await replay()).toBe(5);
    const expected = events.map(({ envelope }, index) => `${index} ${envelope.id}`);
    await eventually(() => expect(handled).toEqual(expected), { what: 'the replayed events' });
    expect(await replay()).toBe(0);
  });
});
