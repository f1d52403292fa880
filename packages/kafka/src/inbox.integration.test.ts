import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { AppError, createLogger } from '@ridgeline/kit';
import {
  eventually,
  scratchDatabase,
  testBrokers,
  uniqueTopicPrefix,
  type TestDatabase,
} from '@ridgeline/testkit/integration';
import { Registry } from '@ridgeline/kit/metrics';
import { openKafka } from './kafka.ts';
import { countingEvents, testTopic } from './testing/test-events.ts';
import { inboxTables, once, startInboxPruning } from './inbox.postgres.ts';

const logger = createLogger({ service: 'test', level: 'silent' });
let database: TestDatabase;

beforeAll(async () => {
  database = await scratchDatabase(inboxTables, 'create table effect (event_id uuid, text text)');
});

afterAll(async () => {
  await database[Symbol.asyncDispose]();
});

describe('The inbox', () => {
  test('When events are delivered again and again, then each takes effect once', async () => {
    const prefix = uniqueTopicPrefix();
    const topic = testTopic(prefix);
    await using kafka = openKafka({
      brokers: testBrokers(),
      clientId: 'test',
      logger,
      metrics: new Registry(),
    });
    await kafka.ensureTopics([topic]);
    const events = ['a', 'b', 'c'].flatMap((key) => countingEvents(topic, key, 15));
    const producer = await kafka.producer();
    // Every event is on the topic twice, and a third of the deliveries end in an error after the effect was stored.
    await producer.publish([...events, ...events]);
    let deliveries = 0;
    await kafka.subscribe({
      topic,
      group: `${prefix}group`,
      handler: async ({ envelope, value: { value } }) => {
        deliveries += 1;
        const cut = deliveries % 3 === 0;
        await database.db.forSystem(async (tx) => {
          if (!(await once(tx, 'effect', envelope.id))) return;
          await tx.query('insert into effect values ($1, $2)', [envelope.id, value]);
        });
        if (cut) return { verdict: 'retry', reason: 'The answer was lost', afterMs: 1 };
        return { verdict: 'done' };
      },
    });
    await eventually(() => expect(deliveries).toBeGreaterThan(events.length * 2), {
      what: 'the redeliveries',
      within: 60_000,
    });
    const effects = () =>
      database.db.forSystem((tx) => tx.query<{ event_id: string }>('select event_id from effect'));
    await eventually(async () => expect((await effects()).length).toBeGreaterThanOrEqual(events.length), {
      what: 'all effects',
    });
    expect((await effects()).map((row) => row.event_id).sort()).toEqual(
      events.map(({ envelope }) => envelope.id).sort(),
    );
  }, 90_000);

  test('When the effect fails, then the event counts as new', async () => {
    const id = randomUUID();
    const failing = database.db.forSystem(async (tx) => {
      expect(await once(tx, 'effect', id)).toBe(true);
      throw new AppError('server.unavailable');
    });
    await expect(failing).rejects.toThrow(AppError);
    expect(await database.db.forSystem((tx) => once(tx, 'effect', id))).toBe(true);
    expect(await database.db.forSystem((tx) => once(tx, 'effect', id))).toBe(false);
    expect(await database.db.forSystem((tx) => once(tx, 'another consumer', id))).toBe(true);
  });

  test('Old events are forgotten, recent ones are not', async () => {
    const recent = randomUUID();
    await database.db.forSystem(async (tx) => {
      await tx.query("insert into inbox values ('old', $1, now() - interval '8 days')", [randomUUID()]);
      await once(tx, 'recent', recent);
    });
    await using pruning = new AsyncDisposableStack();
    pruning.use(startInboxPruning({ db: database.db, logger }));
    const left = () =>
      database.db.forSystem((tx) =>
        tx.query("select consumer from inbox where consumer in ('old', 'recent')"),
      );
    await eventually(async () => expect(await left()).toEqual([{ consumer: 'recent' }]), {
      what: 'the pruning',
    });
  });
});
