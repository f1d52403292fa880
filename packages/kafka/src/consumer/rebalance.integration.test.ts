import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { createLogger } from '@ridgeline/kit';
import { eventually, testBrokers, uniqueTopicPrefix } from '@ridgeline/testkit/integration';
import { Registry } from '@ridgeline/kit/metrics';
import { openKafka, type Kafka } from '../kafka.ts';
import type { EventProducer } from '../producer/event-producer.ts';
import { countingEvents, testTopic, type TestTopic } from '../testing/test-events.ts';
import type { Subscription } from './subscribe-options.ts';

const eventsOfAKey = 80;
const keys = Array.from({ length: 24 }, (_, index) => `key-${index}`);
const handlingMs = 10;

interface Member {
  readonly kafka: Kafka;
  readonly handled: string[];
  readonly joins: () => number;
  readonly subscribe: () => Promise<Subscription>;
}

let first: Member;
let second: Member;
let producer: EventProducer;
let topic: TestTopic;
let group: string;

function aMember(): Member {
  const handled: string[] = [];
  const lines: string[] = [];
  const logger = createLogger({ service: 'test' }, { write: (line) => void lines.push(line) });
  const kafka = openKafka({ brokers: testBrokers(), clientId: 'test', logger, metrics: new Registry() });
  return {
    kafka,
    handled,
    joins: () => lines.filter((line) => line.includes('The consumer has joined its group')).length,
    subscribe: () =>
      kafka.subscribe({
        topic,
        group,
        concurrency: 2,
        handler: async ({ key, value: { value } }) => {
          await delay(handlingMs);
          handled.push(`${key} ${value}`);
          return { verdict: 'done' };
        },
      }),
  };
}

beforeEach(async () => {
  const prefix = uniqueTopicPrefix();
  topic = testTopic(prefix, 6);
  group = `${prefix}group`;
  first = aMember();
  second = aMember();
  await first.kafka.ensureTopics([topic]);
  producer = await first.kafka.producer();
});

afterEach(async () => {
  for (const { kafka } of [first, second]) await kafka[Symbol.asyncDispose]();
});

describe('A rebalance', () => {
  test('When a second member joins a busy one and later leaves, then work moves immediately and no event is lost', async () => {
    // The partitions hold about ten seconds of work, so that the batch in progress is far from its end.
    await producer.publish(keys.flatMap((key) => countingEvents(topic, key, eventsOfAKey)));
    await first.subscribe();
    await eventually(() => expect(first.handled.length).toBeGreaterThan(20), {
      what: 'the first to be busy',
    });

    const asked = performance.now();
    const subscription = await second.subscribe();
    expect(performance.now() - asked).toBeLessThan(3_000);
    await eventually(() => expect(second.handled.length).toBeGreaterThan(20), {
      what: 'the second to be busy',
    });
    await subscription[Symbol.asyncDispose]();

    const everything = keys.flatMap((key) =>
      Array.from({ length: eventsOfAKey }, (_, index) => `${key} ${index}`),
    );
    const handled = () => new Set([...first.handled, ...second.handled]);
    await eventually(() => expect(handled().size).toBe(everything.length), {
      what: 'all events',
      within: 25_000,
    });
    expect(handled()).toEqual(new Set(everything));

    // The first joins at its start, when the second comes and when it leaves; more would be a storm.
    expect(first.joins()).toBeLessThanOrEqual(4);
    expect(second.joins()).toBeLessThanOrEqual(2);
    // At most the events handled since the last commit are delivered again.
    expect(first.handled.length + second.handled.length - everything.length).toBeLessThan(
      everything.length / 10,
    );
  }, 45_000);
});
