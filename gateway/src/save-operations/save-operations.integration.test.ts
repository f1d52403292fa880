import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { saveStepNames, type SaveStep } from '@ridgeline/contracts';
import { outgoingEvent, topics, type OutgoingEvent } from '@ridgeline/events';
import { openKafka, type Kafka } from '@ridgeline/kafka';
import { createLogger, newId } from '@ridgeline/kit';
import { openRedis, type Redis } from '@ridgeline/redis';
import { eventually, testBrokers, testRedisUrl } from '@ridgeline/testkit/integration';
import { Registry } from '@ridgeline/kit/metrics';
import { Browser, type Answer } from '../testing/browser.ts';
import { openStream, type TestStream } from '../testing/event-stream.ts';
import { startGateway, type GatewayUnderTest } from '../testing/gateway-under-test.ts';
import { createSaveOperationStore } from './save-operation-store.ts';

const logger = createLogger({ service: 'test', level: 'silent' });
let kafka: Kafka;
let redis: Redis;
let gateway: GatewayUnderTest;
let other: GatewayUnderTest;
const opened: TestStream[] = [];

beforeAll(async () => {
  const servers = { redisUrl: await testRedisUrl(), brokers: testBrokers() };
  kafka = openKafka({ brokers: servers.brokers, clientId: 'test', logger, metrics: new Registry() });
  redis = await openRedis({ url: servers.redisUrl, name: 'test', logger });
  [gateway, other] = await Promise.all([startGateway(servers), startGateway(servers)]);
});

afterAll(async () => {
  for (const stream of opened) stream.close();
  await Promise.all([gateway[Symbol.asyncDispose](), other[Symbol.asyncDispose]()]);
  await kafka[Symbol.asyncDispose]();
  await redis[Symbol.asyncDispose]();
});

/** A user of a company that no other test uses, with a stream at each process. */
async function somebody() {
  const companyId = `${randomUUID().slice(0, 8)}.example`;
  const browser = new Browser(gateway.url);
  await browser.signIn(`ann@${companyId}`);
  const streams = await Promise.all([gateway, other].map(({ url }) => openStream(url, browser.cookie)));
  opened.push(...streams);
  const [stream, elsewhere] = streams as [TestStream, TestStream];
  return { companyId, browser, stream, elsewhere, operationId: randomUUID() };
}

const envelope = (companyId: string, time = new Date().toISOString()) => ({ id: newId(), time, companyId });

const publish = async (...events: OutgoingEvent[]): Promise<void> => (await kafka.producer()).publish(events);

interface Save {
  readonly companyId: string;
  readonly operationId: string;
}

const stepEvent = (
  { companyId, operationId }: Save,
  { step, state, text }: Omit<SaveStep, 'step' | 'state'> & { step: string; state: string },
  time?: string,
): OutgoingEvent =>
  outgoingEvent(topics.saveStep, {
    key: companyId,
    value: { companyId, operationId, step, state, text: text ?? '' },
    envelope: envelope(companyId, time),
  });

const connectionEvent = (companyId: string, connectionId: number, deleted: boolean): OutgoingEvent =>
  outgoingEvent(topics.connection, {
    key: String(connectionId),
    value: { companyId, connectionId, revision: 1, deleted },
    envelope: envelope(companyId),
  });

const migrationEvent = (companyId: string, sequence: number): OutgoingEvent =>
  outgoingEvent(topics.migrationUpdate, {
    key: companyId,
    value: { sequence: BigInt(sequence), migrationJson: JSON.stringify({ id: 1 }) },
    envelope: envelope(companyId),
  });

async function received(stream: TestStream, count: number): Promise<TestStream['events']> {
  await eventually(() => expect(stream.events.length).toBeGreaterThanOrEqual(count), {
    what: `${count} events`,
  });
  return stream.events;
}

const askFor = (browser: Browser, operationId: string): Promise<Answer> =>
  browser.ask(`/api/connections/operations/${operationId}`);

const location = { step: 'acculynx-location', state: 'complete', text: 'Roofs Ltd' } as const;
const portal = { step: 'hubspot-portal', state: 'in-progress', text: null } as const;

describe('The steps of a save', () => {
  test('Every process tells them to its own readers, and knows them when a page comes back', async () => {
    const save = await somebody();
    const { operationId } = save;
    await publish(stepEvent(save, portal), stepEvent(save, location));
    for (const stream of [save.stream, save.elsewhere])
      expect((await received(stream, 3)).slice(1)).toEqual(
        [portal, location].map((step) => ({
          name: 'connection-operation',
          id: null,
          data: JSON.stringify({ ...step, operationId }),
        })),
      );
    const answer = await askFor(save.browser, operationId);
    expect([answer.status, answer.json]).toEqual([200, { operationId, steps: [location, portal] }]);
  });

  test('A save of another company, or an unknown one, has no steps; a visitor is rejected', async () => {
    const [ours, theirs] = [await somebody(), await somebody()];
    await publish(stepEvent(theirs, location), stepEvent(ours, portal));
    await received(theirs.stream, 2);
    const { operationId } = theirs;
    expect((await askFor(ours.browser, operationId)).json).toEqual({ operationId, steps: [] });
    expect((await received(ours.stream, 2)).map(({ data }) => data)).not.toContain(operationId);
    expect((await askFor(new Browser(gateway.url), operationId)).status).toBe(401);
    expect((await askFor(ours.browser, '1')).status).toBe(400);
  });

  test('When an older state arrives late, then the later one stays', async () => {
    const save = await somebody();
    await publish(stepEvent(save, location, '2026-01-05T09:00:02.000Z'));
    await publish(stepEvent(save, { ...location, state: 'in-progress' }, '2026-01-05T09:00:01.000Z'));
    await received(save.stream, 3);
    expect((await askFor(save.browser, save.operationId)).json).toMatchObject({ steps: [location] });
  });

  test('An invalid step reaches no page, and the next step does', async () => {
    const save = await somebody();
    await publish(
      stepEvent(save, { ...location, step: 'made-up' }),
      stepEvent(save, { ...location, state: 'x\n\nevent: signed-out' }),
      stepEvent({ ...save, operationId: 'mine' }, location),
      stepEvent(save, location),
    );
    const events = await received(save.stream, 2);
    expect(events.slice(1).map(({ data }) => JSON.parse(data) as unknown)).toEqual([
      { ...location, operationId: save.operationId },
    ]);
  });

  test('They do not disturb the replay of migrations', async () => {
    const save = await somebody();
    await publish(migrationEvent(save.companyId, 1));
    await received(save.stream, 2);
    await publish(stepEvent(save, location), connectionEvent(save.companyId, 7, false));
    await received(save.stream, 4);
    save.stream.close();
    await publish(migrationEvent(save.companyId, 2));
    await received(save.elsewhere, 5);
    const again = await openStream(other.url, save.browser.cookie, '1');
    opened.push(again);
    expect((await received(again, 2)).map(({ name, id }) => [name, id])).toEqual([
      ['connected', '1'],
      ['migration-update', '2'],
    ]);
  });
});

describe('What is kept of saves', () => {
  const store = () => createSaveOperationStore(redis.client);
  const at = '2026-01-05T09:00:00.000Z';

  test('A company has a hundred of them, the latest; another company is not touched', async () => {
    const [companyId, neighbour] = [randomUUID(), randomUUID()];
    const operations = Array.from({ length: 103 }, () => ({ companyId, operationId: randomUUID() }));
    const ofNeighbour = { companyId: neighbour, operationId: randomUUID() };
    await store().put(ofNeighbour, { ...location, at });
    for (const operation of operations) await store().put(operation, { ...location, at });
    const known = await Promise.all(operations.map((operation) => store().stepsOf(operation)));
    expect(known.map((steps) => steps.length)).toEqual([0, 0, 0, ...Array<number>(100).fill(1)]);
    expect(await store().stepsOf(ofNeighbour)).toHaveLength(1);
    expect(await redis.client.keys(`*${companyId}*`)).toHaveLength(101);
  });

  test('Every key goes after an hour, and a long text is cut', async () => {
    const save = { companyId: randomUUID(), operationId: randomUUID() };
    for (const step of saveStepNames)
      await store().put(save, { step, state: 'error', text: 'x'.repeat(100_000), at });
    const keys = await redis.client.keys(`*${save.companyId}*`);
    expect(keys).toHaveLength(2);
    for (const key of keys) {
      const seconds = await redis.client.ttl(key);
      expect(seconds).toBeGreaterThan(3_500);
      expect(seconds).toBeLessThanOrEqual(3_600);
    }
    expect(JSON.stringify(await store().stepsOf(save)).length).toBeLessThan(10_000);
  });
});

describe('A changed connection', () => {
  test('It reaches the pages of its own company', async () => {
    const [ours, theirs] = [await somebody(), await somebody()];
    await publish(connectionEvent(theirs.companyId, 8, false), connectionEvent(ours.companyId, 7, true));
    for (const stream of [ours.stream, ours.elsewhere])
      expect((await received(stream, 2)).slice(1)).toEqual([
        { name: 'connection-update', id: null, data: '{"id":7,"deleted":true}' },
      ]);
    expect((await received(theirs.stream, 2)).at(-1)?.data).toBe('{"id":8,"deleted":false}');
  });
});

describe('The calls of a save', () => {
  const connection = { name: 'Main office', acculynxApiKey: 'key-of-ann', hubspotPat: 'pat-of-ann' };

  test('When a page sends the same save again while it runs, then both are answered by the service', async () => {
    const { browser } = await somebody();
    const held = Promise.withResolvers();
    gateway.stub.hold = held.promise;
    const headers = { 'idempotency-key': randomUUID() };
    const save = () => browser.ask('/api/connections', { method: 'POST', body: connection, headers });
    const before = gateway.stub.seen.length;
    const both = [save(), save()];
    await eventually(() => expect(gateway.stub.seen.length).toBe(before + 2), { what: 'both calls' });
    held.resolve(null);
    expect((await Promise.all(both)).map(({ status }) => status)).toEqual([201, 201]);
    const keys = gateway.stub.seen.slice(before).map((seen) => seen.headers['idempotency-key']);
    expect(new Set(keys)).toEqual(new Set([headers['idempotency-key']]));
  });

  test('The pipelines of the form are answered by validation', async () => {
    const { browser } = await somebody();
    const body = { hubspotPat: connection.hubspotPat };
    const answer = await browser.ask('/api/hubspot-pipelines', { method: 'POST', body });
    expect([answer.status, answer.json]).toEqual([200, { pipelines: [] }]);
    const [, claims = ''] = gateway.stub.seen.at(-1)?.headers.authorization?.split('.') ?? [];
    expect(JSON.parse(Buffer.from(claims, 'base64url').toString())).toMatchObject({ aud: 'validation' });
  });

  test('No metric contains an operation', async () => {
    const save = await somebody();
    await askFor(save.browser, save.operationId);
    const text = await gateway.metrics.metrics();
    expect(text).toContain('route="/api/connections/operations/:operationId"');
    expect(text).not.toContain(save.operationId);
  });
});
