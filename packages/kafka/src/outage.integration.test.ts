import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { AppError, createLogger } from '@ridgeline/kit';
import { eventually, testBrokers, uniqueTopicPrefix } from '@ridgeline/testkit/integration';
import { Registry } from '@ridgeline/kit/metrics';
import { openKafka, type Kafka } from './kafka.ts';
import { requestKinds, startBrokerProxy, type BrokerProxy } from './testing/broker-proxy.ts';
import { countingEvents, interruptions, testTopic, type TestTopic } from './testing/test-events.ts';

const logger = createLogger({ service: 'test', level: 'silent' });
const done = { verdict: 'done' } as const;
let proxy: BrokerProxy;
/** A process that connects through the proxy, and one that always reaches the broker. */
let kafka: Kafka;
let outside: Kafka;
let metrics: Registry;
let topic: TestTopic;
let group: string;
let failures: AppError[];
/** Keys whose next event arrived while one was still being handled. */
let overlaps: string[];

beforeEach(async () => {
  const prefix = uniqueTopicPrefix();
  metrics = new Registry();
  topic = testTopic(prefix);
  group = `${prefix}group`;
  failures = [];
  overlaps = [];
  proxy = await startBrokerProxy(testBrokers()[0] ?? '');
  kafka = openKafka({ brokers: proxy.brokers, clientId: 'test', logger, metrics });
  outside = openKafka({ brokers: testBrokers(), clientId: 'outside', logger, metrics: new Registry() });
  await outside.ensureTopics([topic]);
});

afterEach(async () => {
  await proxy[Symbol.asyncDispose]();
  await Promise.all([kafka[Symbol.asyncDispose](), outside[Symbol.asyncDispose]()]);
});

function untilInterrupted(times: number): Promise<void> {
  return eventually(async () => expect(await interruptions(metrics)).toBeGreaterThanOrEqual(times), {
    what: `${times} consumers to end`,
    within: 30_000,
  });
}

/** Publishes these numbers, for three keys, from outside. */
async function publish(from: number, to: number): Promise<string[]> {
  const events = ['a', 'b', 'c'].flatMap((key) => countingEvents(topic, key, to).slice(from));
  await (await outside.producer()).publish(events);
  return ['a', 'b', 'c'].flatMap((key) =>
    Array.from({ length: to - from }, (_, index) => `${key}${from + index}`),
  );
}

interface SubscribeOptions {
  readonly fromBeginning?: boolean;
  /** What the handling of an event waits for. */
  readonly gate?: () => Promise<unknown>;
}

/** Subscribes through the proxy and answers what was received. */
async function subscribe({ fromBeginning = true, gate }: SubscribeOptions = {}): Promise<string[]> {
  const received: string[] = [];
  const running = new Set<string>();
  await kafka.subscribe({
    topic,
    group,
    fromBeginning,
    onFailure: (error) => failures.push(error),
    handler: async ({ key, value: { value } }) => {
      if (running.has(key)) overlaps.push(key);
      running.add(key);
      await gate?.();
      running.delete(key);
      received.push(`${key}${value}`);
      return done;
    },
  });
  return received;
}

const inOrder = (received: readonly string[], key: string) =>
  [...new Set(received)].filter((it) => it.startsWith(key));

describe('A subscription that loses Kafka', () => {
  test('When the broker is down for longer than kafkajs retries, then the consumer resumes afterwards, with all events in order', async () => {
    const received = await subscribe();
    const before = await publish(0, 20);
    await eventually(() => expect(new Set(received)).toEqual(new Set(before)), { what: 'the first events' });

    await proxy.close();
    await untilInterrupted(2);
    await expect(kafka.ping()).rejects.toThrow(AppError);
    const meanwhile = await publish(20, 40);
    expect(received).toHaveLength(60);

    await proxy.open();
    const all = [...before, ...meanwhile];
    await eventually(() => expect(new Set(received)).toEqual(new Set(all)), {
      what: 'the events of the outage',
      within: 30_000,
    });
    for (const key of ['a', 'b', 'c'])
      expect(inOrder(received, key)).toEqual(all.filter((it) => it.startsWith(key)));
    await eventually(() => kafka.ping(), { what: 'readiness' });
    expect({ failures, overlaps }).toEqual({ failures: [], overlaps: [] });
  }, 60_000);

  test('When the broker is back before its coordinator, which kafkajs treats as final, then the consumer resumes once it is', async () => {
    const received = await subscribe();
    const before = await publish(0, 5);
    await eventually(() => expect(new Set(received)).toEqual(new Set(before)), { what: 'the first events' });

    await proxy.close();
    await untilInterrupted(1);
    proxy.refuse([requestKinds.findCoordinator]);
    await proxy.open();
    await eventually(() => expect(proxy.refused).toBeGreaterThan(0), {
      what: 'a consumer to ask for its coordinator',
      within: 20_000,
    });
    await untilInterrupted((await interruptions(metrics)) + 1);
    await expect(kafka.ping()).rejects.toThrow(AppError);
    const meanwhile = await publish(5, 10);
    proxy.refuse([]);
    await eventually(() => expect(new Set(received)).toEqual(new Set([...before, ...meanwhile])), {
      what: 'the events of the outage',
      within: 30_000,
    });
    expect(failures).toEqual([]);
    await kafka.ping();
  }, 60_000);

  test('When an event is being handled during the outage, then no other one of its key begins before it is done', async () => {
    const gate = Promise.withResolvers<undefined>();
    const received = await subscribe({ gate: () => gate.promise });
    const events = await publish(0, 3);
    proxy.refuse([requestKinds.heartbeat, requestKinds.fetch]);
    await eventually(() => expect(proxy.refused).toBeGreaterThan(0), { what: 'the first heartbeat to fail' });
    await proxy.close();
    proxy.refuse([]);
    await proxy.open();
    // Enough time for a consumer that does not wait for its handlers to begin again.
    const other = await outside.subscribe({
      topic,
      group: `${group}-other`,
      handler: () => Promise.resolve(done),
    });
    expect(received).toEqual([]);
    gate.resolve(undefined);
    await eventually(() => expect(new Set(received)).toEqual(new Set(events)), {
      what: 'all events',
      within: 30_000,
    });
    await other[Symbol.asyncDispose]();
    expect(overlaps).toEqual([]);
    for (const key of ['a', 'b', 'c'])
      expect(inOrder(received, key)).toEqual([0, 1, 2].map((it) => `${key}${it}`));
  }, 60_000);

  test('When it has a group of its own and had handled nothing yet, then it still misses no event of the outage', async () => {
    await publish(0, 5);
    const received = await subscribe({ fromBeginning: false });
    await proxy.close();
    await untilInterrupted(1);
    const meanwhile = await publish(5, 10);
    await proxy.open();
    await eventually(() => expect(new Set(received)).toEqual(new Set(meanwhile)), {
      what: 'the events of the outage',
      within: 30_000,
    });
    expect(received).toHaveLength(meanwhile.length);
  }, 60_000);

  test('When it is disposed while it tries to come back, then that ends promptly and nothing comes after it', async () => {
    const received = await subscribe();
    await proxy.close();
    await untilInterrupted(1);
    await proxy.open();
    proxy.refuse([requestKinds.joinGroup]);
    await eventually(() => expect(proxy.refused).toBeGreaterThan(0), {
      what: 'it to be joining',
      within: 20_000,
    });
    const asked = performance.now();
    await kafka[Symbol.asyncDispose]();
    expect(performance.now() - asked).toBeLessThan(3_000);
    proxy.refuse([]);
    const events = await publish(0, 3);
    // A member of the same group that receives everything shows that the disposed one no longer takes part.
    const taken: string[] = [];
    await outside.subscribe({
      topic,
      group,
      handler: ({ key, value }) => {
        taken.push(`${key}${value.value}`);
        return Promise.resolve(done);
      },
    });
    await eventually(() => expect(new Set(taken)).toEqual(new Set(events)), {
      what: 'the other member to get all',
      within: 30_000,
    });
    expect(received).toEqual([]);
  }, 60_000);
});
