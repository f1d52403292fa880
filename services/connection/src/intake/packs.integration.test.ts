import { describe, expect, test } from '@jest/globals';
import { deleteConnection, getConnection } from '@ridgeline/contracts';
import { topics } from '@ridgeline/events';
import { openKafka, startOutboxRelay } from '@ridgeline/kafka';
import { createLogger } from '@ridgeline/kit';
import { Registry } from '@ridgeline/kit/metrics';
import { eventually, testBrokers } from '@ridgeline/testkit/integration';
import { apiOfFile, byId } from '../testing/api-of-file.ts';
import { packsTold, storedDeliveries, subscribed } from '../testing/deliveries.ts';
import { packDeliveries, pruneDeliveries, startPacking } from './delivery-packs.ts';

const under = await apiOfFile();
const db = () => under.database.db;
const logger = createLogger({ service: 'connection', level: 'silent' });
const many = (connectionId: number, count: number, records: number, received = 'now()') =>
  under.database.asAdmin(
    `insert into webhook_deliveries (connection_id, event_id, topic, kind, record_id, received_at)
     select ${connectionId}, gen_random_uuid(), 'contact_changed', 'contact', 'record-' || n % ${records}, ${received}
     from generate_series(1, ${count}) n`,
  );

describe('Packs', () => {
  test('When events of two connections wait, then each has one pack with every record once, and it is published once', async () => {
    const [one, other] = [await subscribed(under), await subscribed(under, 'umbrella')];
    await many(one.id, 900, 300);
    expect(await other.send()).toBe(204);
    await packDeliveries(db());
    await packDeliveries(db());

    const packs = (await packsTold(db())).toSorted((a, b) => a.connectionId - b.connectionId);
    expect(packs).toMatchObject([
      { connectionId: one.id, companyId: 'acme', searchNeeded: false },
      { connectionId: other.id, companyId: 'umbrella', searchNeeded: false },
    ]);
    expect(packs[0]?.records).toHaveLength(300);
    expect(new Set(packs[0]?.records.map(({ sourceId }) => sourceId)).size).toBe(300);
    expect(packs[1]?.records).toMatchObject([{ kind: 'contact', receivedAt: expect.stringMatching(/Z$/) }]);
    expect((await storedDeliveries(db())).every(({ told }) => told)).toBe(true);
  });

  test('When events announce records, then their pack says when these were created', async () => {
    const { send } = await subscribed(under);
    const event = (id: string) => ({
      event: { contact: { id } },
      eventDateTime: '2026-03-05T12:00:00.1234567Z',
    });
    await send({ topicName: 'contact_added', ...event('added') });
    await send({ topicName: 'contact_changed', ...event('changed') });
    await packDeliveries(db());
    const [pack] = await packsTold(db());
    const created = new Map(pack?.records.map(({ sourceId, createdAt }) => [sourceId, createdAt]));
    expect(created).toEqual(
      new Map([
        ['added', '2026-03-05T12:00:00.123Z'],
        ['changed', ''],
      ]),
    );
  });

  test('When all events of a record say when they happened, then their pack says so of the oldest; else of none', async () => {
    const { send } = await subscribed(under);
    const event = (id: string, second: number) => ({
      event: { contact: { id } },
      eventDateTime: `2026-03-05T12:00:0${String(second)}Z`,
    });
    for (const second of [2, 1, 3]) await send(event('dated', second));
    await send(event('partly', 1));
    await send({ ...event('partly', 2), eventDateTime: 'yesterday' });
    await packDeliveries(db());
    const [pack] = await packsTold(db());
    expect(new Map(pack?.records.map(({ sourceId, changedAt }) => [sourceId, changedAt]))).toEqual(
      new Map([
        ['dated', '2026-03-05T12:00:01.000Z'],
        ['partly', ''],
      ]),
    );
  });

  test('When 30,000 events wait after an outage and two processes pack, then no record is left out, in few events', async () => {
    const { id } = await subscribed(under);
    await many(id, 30_000, 12_000);
    await Promise.all([packDeliveries(db()), packDeliveries(db())]);

    const packs = await packsTold(db());
    expect(packs.length).toBeLessThan(70);
    expect(packs.every(({ records }) => records.length <= 500)).toBe(true);
    const told = new Set(packs.flatMap(({ records }) => records.map(({ sourceId }) => sourceId)));
    expect(told.size).toBe(12_000);
    expect((await storedDeliveries(db())).every((delivery) => delivery.told)).toBe(true);
  }, 60_000);

  test('When something names no record, then the next pack asks for a search, once', async () => {
    const { id, send } = await subscribed(under);
    await send({ topicName: 'job.invoice_voided' });
    await send();
    await packDeliveries(db());
    await packDeliveries(db());
    expect(await packsTold(db())).toMatchObject([
      { connectionId: id, searchNeeded: true, records: [{ kind: 'contact' }] },
    ]);
    await send({ event: {} });
    await packDeliveries(db());
    expect((await packsTold(db())).at(-1)).toMatchObject({ searchNeeded: true, records: [] });
  });

  test('When the transaction of a pack fails, then nothing counts as told', async () => {
    const { send } = await subscribed(under);
    await send();
    await under.database.asAdmin(
      `alter table outbox add constraint broken check (topic not like '%source%') not valid`,
    );
    await expect(packDeliveries(db())).rejects.toMatchObject({ code: 'server.failed' });
    await under.database.asAdmin('alter table outbox drop constraint broken');
    expect(await storedDeliveries(db())).toMatchObject([{ told: false }]);
    await packDeliveries(db());
    expect(await packsTold(db())).toHaveLength(1);
  });

  test('When a connection is deleted between its events and their pack, then none is sent', async () => {
    const { id, send } = await subscribed(under);
    await send();
    await under.api.as('acme')(deleteConnection, { ...byId(id), query: {} });
    await packDeliveries(db());
    expect(await packsTold(db())).toEqual([]);
  });

  test('When events arrive, then the last one is known, written at most once a second', async () => {
    const { id } = await subscribed(under);
    const last = async () => (await under.api.as('acme')(getConnection, byId(id))).lastEventAt;
    for (const [received, expected] of [
      ['2026-03-05T12:00:00.000Z', '2026-03-05T12:00:00.000Z'],
      ['2026-03-05T12:00:00.900Z', '2026-03-05T12:00:00.000Z'],
      ['2026-03-05T12:00:01.100Z', '2026-03-05T12:00:01.100Z'],
      ['2026-03-05T11:00:00.000Z', '2026-03-05T12:00:01.100Z'],
    ]) {
      await many(id, 3, 2, `'${received}'`);
      await packDeliveries(db());
      expect(await last()).toBe(expected);
    }
  });
});

test('When an event is stored, then Kafka has its record within moments', async () => {
  const metrics = new Registry();
  await using resources = new AsyncDisposableStack();
  const kafka = resources.use(openKafka({ brokers: testBrokers(), clientId: 'packs-test', logger, metrics }));
  await kafka.ensureTopics([topics.sourceRecord, topics.connection, topics.auditEntry]);
  const seen: { connectionId: number; sourceIds: string[] }[] = [];
  const subscription = await kafka.subscribe({
    topic: topics.sourceRecord,
    group: `packs-test-${Date.now()}`,
    handler: ({ value }) => {
      const sourceIds = value.records.map(({ sourceId }) => sourceId);
      seen.push({ connectionId: value.connectionId, sourceIds });
      return Promise.resolve({ verdict: 'done' });
    },
  });
  resources.use(subscription);
  const producer = await kafka.producer();
  resources.use(startOutboxRelay({ db: db(), producer, logger, metrics }));
  const packing = resources.use(startPacking({ db: db(), logger, metrics }));
  const { id, send } = await subscribed(under);
  await send({ event: { contact: { id: 'a-record' } } });
  packing.wake();
  await eventually(() => expect(seen).toContainEqual({ connectionId: id, sourceIds: ['a-record'] }), {
    what: 'the record in Kafka',
  });
});

test('When deliveries are older than seven days, then they are deleted in short transactions, and no others', async () => {
  const { id } = await subscribed(under);
  await many(id, 4_500, 4_500, `now() - interval '7 days 1 minute'`);
  await many(id, 10, 10, `now() - interval '6 days 23 hours'`);
  await pruneDeliveries(db(), new AbortController().signal);
  expect(await storedDeliveries(db())).toHaveLength(10);
});
