import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { OutgoingEvent } from '@ridgeline/events';
import { AppError, createLogger } from '@ridgeline/kit';
import { openDatabase } from '@ridgeline/postgres';
import {
  eventually,
  scratchDatabase,
  testBrokers,
  uniqueTopicPrefix,
  type TestDatabase,
} from '@ridgeline/testkit/integration';
import { median } from '@ridgeline/testkit/median';
import { Registry } from '@ridgeline/kit/metrics';
import { openKafka } from '../kafka.ts';
import { kafkajsClient } from '../client/kafkajs-client.ts';
import type { EventProducer } from '../producer/event-producer.ts';
import { countingEvents, testTopic, textEvent } from '../testing/test-events.ts';
import { startOutboxRelay } from './outbox-relay.ts';
import { addToOutbox, deadOutboxTable, outboxTables, takeFromOutbox } from './outbox-store.postgres.ts';

const logger = createLogger({ service: 'test', level: 'silent' });
const topic = testTopic('outbox.');
let database: TestDatabase;
let resources: AsyncDisposableStack;

beforeEach(async () => {
  database = await scratchDatabase(`${outboxTables};${deadOutboxTable}`);
  resources = new AsyncDisposableStack();
  resources.use(database);
});

afterEach(async () => {
  await resources.disposeAsync();
});

/** A producer that keeps the events it receives while it is up. */
function aProducer() {
  const published: OutgoingEvent[] = [];
  const state = { down: false, refusals: 0 };
  const producer: EventProducer = {
    publish(events) {
      if (state.down) {
        state.refusals += 1;
        return Promise.reject(new AppError('server.unavailable'));
      }
      published.push(...events);
      return Promise.resolve();
    },
  };
  return { producer, published, state };
}

function relay(producer: EventProducer, db = database.db): Registry {
  const metrics = new Registry();
  resources.use(startOutboxRelay({ db, producer, logger, metrics }));
  return metrics;
}

function add(...events: OutgoingEvent[]): Promise<void> {
  return database.db.forSystem((tx) => addToOutbox(tx, ...events));
}

const idsOf = (events: readonly OutgoingEvent[]): string[] => events.map(({ envelope }) => envelope.id);

async function waiting(): Promise<number> {
  const rows = await database.db.forSystem((tx) => tx.query('select 1 from outbox'));
  return rows.length;
}

describe('The outbox', () => {
  test('What a transaction adds is published as it was added, and leaves the outbox', async () => {
    const { producer, published } = aProducer();
    relay(producer);
    const events = countingEvents(topic, 'a', 3);
    await add(...events);
    await eventually(() => expect(published).toHaveLength(3), { what: 'the events' });
    expect(published.map(({ value, ...rest }) => ({ ...rest, value: Uint8Array.from(value) }))).toEqual(
      events,
    );
    await eventually(async () => expect(await waiting()).toBe(0), { what: 'the outbox to be empty' });
  });

  test('When the transaction rolls back, then none of its events is published', async () => {
    const { producer, published } = aProducer();
    relay(producer);
    const rolledBack = database.db.forSystem(async (tx) => {
      await addToOutbox(tx, textEvent(topic, 'a', 'never'));
      throw new AppError('server.failed');
    });
    await expect(rolledBack).rejects.toThrow(AppError);
    const after = textEvent(topic, 'a', 'after');
    await add(after);
    await eventually(() => expect(idsOf(published)).toEqual([after.envelope.id]), {
      what: 'the later event',
    });
  });

  test('When two replicas relay, then each event is published once and every key stays in order', async () => {
    const { producer, published } = aProducer();
    const other = resources.use(openDatabase({ url: database.url, applicationName: 'second replica' }));
    relay(producer);
    relay(producer, other);
    const keys = ['a', 'b', 'c', 'd'];
    const events = new Map(keys.map((key) => [key, countingEvents(topic, key, 40)]));
    // Each key has one writer, whose transactions follow one another; the writers run side by side.
    await Promise.all(
      [...events.values()].map(async (ofKey) => {
        for (const event of ofKey) await add(event);
      }),
    );
    await eventually(() => expect(published).toHaveLength(160), { what: 'all events' });
    for (const [key, ofKey] of events)
      expect(idsOf(published.filter((event) => event.key === key))).toEqual(idsOf(ofKey));
  });

  test('While one relay has events in hand, another takes none, so that none overtakes another', async () => {
    const { db } = database;
    const [first, second] = [textEvent(topic, 'a', 'first'), textEvent(topic, 'a', 'second')];
    await add(first, second);
    const take = () => db.forSystem((tx) => takeFromOutbox(tx, 1));
    await db.forSystem(async (tx) => {
      expect(idsOf(await takeFromOutbox(tx, 1))).toEqual([first.envelope.id]);
      expect(await take()).toEqual([]);
    });
    expect(idsOf(await take())).toEqual([second.envelope.id]);
  });

  test('When Kafka is unavailable for a while, then the events wait, are counted, and are published in order afterwards', async () => {
    const { producer, published, state } = aProducer();
    state.down = true;
    const metrics = relay(producer);
    const events = countingEvents(topic, 'a', 1_200);
    await add(...events.slice(0, 600));
    await add(...events.slice(600));
    await eventually(() => expect(state.refusals).toBeGreaterThan(1), { what: 'the relay to try again' });
    expect(await metrics.metrics()).toContain('ridgeline_outbox_events 1200');
    state.down = false;
    await eventually(() => expect(published).toHaveLength(1_200), { what: 'the backlog to be published' });
    expect(idsOf(published)).toEqual(idsOf(events));
    await eventually(async () => expect(await metrics.metrics()).toContain('ridgeline_outbox_events 0'), {
      what: 'the backlog to be gone',
    });
  });

  test('When the database cuts all connections, then the relay continues with new ones', async () => {
    const { producer, published } = aProducer();
    relay(producer);
    await add(textEvent(topic, 'a', 'before'));
    await eventually(() => expect(published).toHaveLength(1), { what: 'the first event' });
    await database.asAdmin(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid()`,
    );
    await add(textEvent(topic, 'a', 'after'));
    await eventually(() => expect(published).toHaveLength(2), { what: 'the event after the cut' });
  });

  test('When Kafka permanently rejects one event, then those behind it are published, and it is kept, counted and logged', async () => {
    const prefix = uniqueTopicPrefix();
    const narrow = testTopic(prefix, 1);
    const client = { brokers: testBrokers(), clientId: 'test', logger };
    const admin = resources.adopt(kafkajsClient(client).admin(), (it) => it.disconnect());
    await admin.connect();
    const configEntries = [{ name: 'max.message.bytes', value: '3000' }];
    await admin.createTopics({ topics: [{ topic: narrow.name, numPartitions: 1, configEntries }] });
    const kafka = resources.use(openKafka({ ...client, metrics: new Registry() }));
    await kafka.ensureTopics([narrow]);
    const received: string[] = [];
    await kafka.subscribe({
      topic: narrow,
      group: `${prefix}group`,
      handler: ({ value: { value } }) => {
        received.push(value.slice(0, 3));
        return Promise.resolve({ verdict: 'done' });
      },
    });
    const texts = [
      'one',
      'two',
      `big${'x'.repeat(4_000)}`,
      ...Array.from({ length: 20 }, (_, at) => `${at + 100}`),
    ];
    // Each event is small enough, but all together are not.
    const events = texts.map((text) =>
      textEvent(narrow, 'a', text.padEnd(text.startsWith('big') ? 0 : 500, '.')),
    );
    await add(...events);
    const metrics = relay(await kafka.producer());
    await eventually(async () => expect(await waiting()).toBe(0), { what: 'the outbox to be empty' });
    const expected = texts.map((text) => text.slice(0, 3)).filter((text) => text !== 'big');
    await eventually(() => expect([...new Set(received)]).toEqual(expected), { what: 'the others' });
    const dead = await database.db.forSystem((tx) =>
      tx.query('select event_id, key, reason from outbox_dead'),
    );
    expect(dead).toEqual([{ event_id: events[2]?.envelope.id, key: 'a', reason: 'MESSAGE_TOO_LARGE' }]);
    expect(await metrics.metrics()).toContain(`ridgeline_outbox_dead_total{topic="${narrow.name}"} 1`);
  }, 30_000);

  test('An event that Kafka would refuse for its size fails its transaction', async () => {
    const huge = textEvent(topic, 'a', 'x'.repeat(800_000));
    await expect(add(huge)).rejects.toMatchObject({ code: 'server.failed' });
    expect(await waiting()).toBe(0);
  });

  test('An event reaches a subscriber soon after the commit', async () => {
    const prefix = uniqueTopicPrefix();
    const live = testTopic(prefix);
    const kafka = resources.use(
      openKafka({ brokers: testBrokers(), clientId: 'test', logger, metrics: new Registry() }),
    );
    await kafka.ensureTopics([live]);
    const producer = await kafka.producer();
    relay(producer);
    const arrivals = new Map<string, number>();
    await kafka.subscribe({
      topic: live,
      group: `${prefix}group`,
      handler: ({ envelope }) => {
        arrivals.set(envelope.id, performance.now());
        return Promise.resolve({ verdict: 'done' });
      },
    });
    const arrivalOf = (id: string): number => {
      const arrival = arrivals.get(id);
      if (arrival === undefined) throw new Error('It has not arrived');
      return arrival;
    };
    const delaySince = async (begun: number, event: OutgoingEvent): Promise<number> =>
      (await eventually(() => arrivalOf(event.envelope.id), { what: 'the event' })) - begun;
    const [relayed, direct]: [number[], number[]] = [[], []];
    for (const event of countingEvents(live, 'a', 40)) {
      await add(event);
      relayed.push(await delaySince(performance.now(), event));
      const unrelayed = textEvent(live, 'a', 'direct');
      const begun = performance.now();
      await producer.publish([unrelayed]);
      direct.push(await delaySince(begun, unrelayed));
    }
    // A relay that polls at intervals, without notifications, takes hundreds of times as long as Kafka itself.
    expect(median(relayed)).toBeLessThan(10 * median(direct));
  });
});
