import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { AppError, createLogger } from '@ridgeline/kit';
import { eventually, testBrokers, uniqueTopicPrefix } from '@ridgeline/testkit/integration';
import { Registry } from '@ridgeline/kit/metrics';
import { openKafka, type Kafka } from '../kafka.ts';
import type { EventProducer } from '../producer/event-producer.ts';
import { countingEvents, testTopic, textEvent, type TestTopic } from '../testing/test-events.ts';

const logger = createLogger({ service: 'test', level: 'silent' });
let kafka: Kafka;
let metrics: Registry;
let producer: EventProducer;
let topic: TestTopic;
let group: string;

beforeEach(async () => {
  const prefix = uniqueTopicPrefix();
  metrics = new Registry();
  topic = testTopic(prefix);
  group = `${prefix}group`;
  kafka = openKafka({ brokers: testBrokers(), clientId: 'test', logger, metrics });
  await kafka.ensureTopics([topic]);
  producer = await kafka.producer();
});

afterEach(async () => {
  await kafka[Symbol.asyncDispose]();
});

const done = { verdict: 'done' } as const;

describe('A subscription', () => {
  test('Events arrive as they were published, those of a key in order, also those older than the group', async () => {
    const events = ['a', 'b', 'c'].flatMap((key) => countingEvents(topic, key, 20));
    await producer.publish(events);
    const received = new Map<string, string[]>();
    const ids: string[] = [];
    await kafka.subscribe({
      topic,
      group,
      handler: ({ key, value, envelope }) => {
        received.set(key, [...(received.get(key) ?? []), value.value]);
        ids.push(envelope.id);
        return Promise.resolve(done);
      },
    });
    await eventually(() => expect(ids).toHaveLength(60), { what: 'all events' });
    const counted = Array.from({ length: 20 }, (_, index) => String(index));
    expect(Object.fromEntries(received)).toEqual({ a: counted, b: counted, c: counted });
    expect(new Set(ids)).toEqual(new Set(events.map(({ envelope }) => envelope.id)));
  });

  test('With fromBeginning off it gets what is published from its start on, and nothing older', async () => {
    await producer.publish(countingEvents(topic, 'old', 10));
    const received: string[] = [];
    await kafka.subscribe({
      topic,
      group,
      fromBeginning: false,
      handler: ({ key }) => {
        received.push(key);
        return Promise.resolve(done);
      },
    });
    await producer.publish(['a', 'b', 'c', 'd', 'e'].map((key) => textEvent(topic, key, 'new')));
    await eventually(() => expect(received).toHaveLength(5), { what: 'the new events' });
    expect(received).not.toContain('old');
  });

  test('When a handler fails for a moment, then its partition waits in order and the others go on', async () => {
    const one = testTopic(`${group}.`, 2);
    await kafka.ensureTopics([one]);
    const received: string[] = [];
    // With two partitions 'a' and 'd' are in different ones.
    let failures = 0;
    await producer.publish([...countingEvents(one, 'a', 5), ...countingEvents(one, 'd', 5)]);
    await kafka.subscribe({
      topic: one,
      group,
      handler: ({ key, value }) => {
        if (key === 'a' && value.value === '2' && failures < 3) {
          failures += 1;
          return Promise.reject(new AppError('server.unavailable'));
        }
        received.push(`${key}${value.value}`);
        return Promise.resolve(done);
      },
    });
    await eventually(() => expect(received).toHaveLength(10), { what: 'all events' });
    expect(failures).toBe(3);
    expect(received.filter((it) => it.startsWith('a'))).toEqual(['a0', 'a1', 'a2', 'a3', 'a4']);
    expect(received.filter((it) => it.startsWith('d'))).toEqual(['d0', 'd1', 'd2', 'd3', 'd4']);
    expect(received.indexOf('d4')).toBeLessThan(received.indexOf('a2'));
  });

  test('While it is paused nothing arrives, and after that all of it', async () => {
    const received: string[] = [];
    const subscription = await kafka.subscribe({
      topic,
      group,
      handler: ({ value }) => {
        received.push(value.value);
        if (value.value === '1') subscription.pause();
        return Promise.resolve(done);
      },
    });
    await producer.publish(countingEvents(topic, 'a', 6));
    await eventually(() => expect(received).toEqual(['0', '1']), { what: 'the events before the pause' });
    await producer.publish([textEvent(topic, 'a', 'later')]);
    expect(received).toEqual(['0', '1']);
    subscription.resume();
    const all = ['0', '1', '2', '3', '4', '5', 'later'];
    await eventually(() => expect(received).toEqual(all), { what: 'the events after the pause' });
  });

  test('A group resumes where it stopped', async () => {
    const received: string[] = [];
    const subscribe = () =>
      kafka.subscribe({
        topic,
        group,
        handler: ({ value }) => {
          received.push(value.value);
          return Promise.resolve(done);
        },
      });
    const first = await subscribe();
    await producer.publish(countingEvents(topic, 'a', 3));
    await eventually(() => expect(received).toHaveLength(3), { what: 'the first events' });
    await first[Symbol.asyncDispose]();
    await producer.publish([textEvent(topic, 'a', 'later')]);
    await subscribe();
    await eventually(() => expect(received).toContain('later'), { what: 'the later event' });
    expect(received).toEqual(['0', '1', '2', 'later']);
  });

  test('The metrics tell how many events were handled and how many wait', async () => {
    await kafka.subscribe({ topic, group, handler: () => Promise.resolve(done) });
    await producer.publish(countingEvents(topic, 'a', 3));
    const expected = `ridgeline_events_handled_total{topic="${topic.name}",group="${group}",outcome="done"} 3`;
    await eventually(async () => expect(await metrics.metrics()).toContain(expected), { what: 'the count' });
    expect(await metrics.metrics()).toMatch(/ridgeline_consumer_lag_events\{.*partition="\d"\} 0/);
  });

  test('When the consumer fails permanently, then the service is notified and is no longer ready', async () => {
    const failures: AppError[] = [];
    await kafka.subscribe({
      topic,
      group,
      onFailure: (error) => failures.push(error),
      handler: () => Promise.resolve(done),
    });
    await kafka.ping();
    // Inside a batch, kafkajs considers an error of this kind final.
    const lag = metrics.getSingleMetric('ridgeline_consumer_lag_events');
    Object.assign(lag ?? {}, {
      set: () => {
        throw new TypeError('A fault');
      },
    });
    await producer.publish([textEvent(topic, 'a', 'x')]);
    await eventually(() => expect(failures).toHaveLength(1), { what: 'the failure' });
    await expect(kafka.ping()).rejects.toThrow(AppError);
  });
});
