import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startServers, type Servers } from '@ridgeline/devstack';
import type { OutgoingEvent } from '@ridgeline/events';
import { AppError, createLogger } from '@ridgeline/kit';
import { eventually } from '@ridgeline/testkit/integration';
import { Registry } from '@ridgeline/kit/metrics';
import { openKafka } from './kafka.ts';
import type { EventProducer } from './producer/event-producer.ts';
import { countingEvents, interruptions, testTopic } from './testing/test-events.ts';

const logger = createLogger({ service: 'test', level: 'silent' });
let directory: string;
let servers: Servers;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'ridgeline-kafka-'));
  servers = await startServers({ dir: directory, only: ['kafka'], durable: false });
}, 60_000);

afterAll(async () => {
  await servers.stop();
  await rm(directory, { recursive: true, force: true });
}, 30_000);

/** Publishes one event after the other, each again until it is acknowledged, as the relay and the worker do. */
async function publishAll(producer: EventProducer, events: readonly OutgoingEvent[]): Promise<number> {
  let refusals = 0;
  for (const event of events)
    await eventually(
      () =>
        producer.publish([event]).catch((error: unknown) => {
          refusals += 1;
          throw error;
        }),
      { what: `event ${event.key} to be acknowledged`, within: 60_000 },
    );
  return refusals;
}

describe('A broker that is killed and comes back', () => {
  test('When the broker is down for longer than kafkajs retries, then producers and consumers resume automatically, no event is lost and order holds', async () => {
    const metrics = new Registry();
    await using kafka = openKafka({ brokers: servers.kafka.brokers, clientId: 'test', logger, metrics });
    const topic = testTopic('restart.');
    await kafka.ensureTopics([topic]);
    const producer = await kafka.producer();
    const failures: AppError[] = [];
    const received: string[] = [];
    await kafka.subscribe({
      topic,
      group: 'restart',
      onFailure: (error) => failures.push(error),
      handler: ({ value: { value } }) => {
        if (!received.includes(value)) received.push(value);
        return Promise.resolve({ verdict: 'done' });
      },
    });
    const events = countingEvents(topic, 'a', 300);
    await publishAll(producer, events.slice(0, 100));

    await servers.kill('kafka');
    await expect(kafka.ping()).rejects.toThrow(AppError);
    await expect(producer.publish(events.slice(100, 101))).rejects.toMatchObject({
      code: 'server.unavailable',
      retriable: true,
    });
    const publishing = publishAll(producer, events.slice(100));
    await eventually(async () => expect(await interruptions(metrics)).toBeGreaterThanOrEqual(3), {
      what: 'kafkajs to use up its retries several times',
      within: 40_000,
    });
    await servers.restart('kafka');
    await publishing;

    const expected = Array.from({ length: 300 }, (_, index) => String(index));
    await eventually(() => expect(received).toHaveLength(300), { what: 'all events', within: 60_000 });
    expect(received).toEqual(expected);
    await kafka.ping();
    expect(failures).toEqual([]);
  }, 180_000);

  test('When the broker stays down, then open clients still close in time', async () => {
    const kafka = openKafka({
      brokers: servers.kafka.brokers,
      clientId: 'test',
      logger,
      metrics: new Registry(),
    });
    const topic = testTopic('away.');
    await kafka.ensureTopics([topic]);
    const producer = await kafka.producer();
    const handler = () => Promise.resolve({ verdict: 'done' } as const);
    await kafka.subscribe({ topic, group: 'away', handler });
    await kafka.subscribe({ topic, group: 'away-own', fromBeginning: false, handler });
    await servers.kill('kafka');
    await expect(producer.publish(countingEvents(topic, 'a', 1))).rejects.toThrow(AppError);
    const asked = performance.now();
    await kafka[Symbol.asyncDispose]();
    expect(performance.now() - asked).toBeLessThan(10_000);
    await servers.restart('kafka');
  }, 60_000);
});
