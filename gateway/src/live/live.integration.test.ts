import { randomUUID } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { outgoingEvent, topics } from '@ridgeline/events';
import { openKafka, type Kafka } from '@ridgeline/kafka';
import { createLogger, newId } from '@ridgeline/kit';
import { eventually, testBrokers, testRedisUrl } from '@ridgeline/testkit/integration';
import { Registry } from '@ridgeline/kit/metrics';
import { Browser } from '../testing/browser.ts';
import { openStream, type TestStream } from '../testing/event-stream.ts';
import { startGateway, type GatewayUnderTest } from '../testing/gateway-under-test.ts';

let kafka: Kafka;
let gateway: GatewayUnderTest;
let other: GatewayUnderTest;
const opened: TestStream[] = [];

beforeAll(async () => {
  const servers = { redisUrl: await testRedisUrl(), brokers: testBrokers() };
  const logger = createLogger({ service: 'test', level: 'silent' });
  kafka = openKafka({ brokers: servers.brokers, clientId: 'test', logger, metrics: new Registry() });
  [gateway, other] = await Promise.all([startGateway(servers), startGateway(servers)]);
});

afterAll(async () => {
  for (const stream of opened) stream.close();
  await Promise.all([gateway[Symbol.asyncDispose](), other[Symbol.asyncDispose]()]);
  await kafka[Symbol.asyncDispose]();
});

/** A person of a company that no other test uses. */
async function somebody(at = gateway): Promise<{ companyId: string; userId: unknown; browser: Browser }> {
  const companyId = `${randomUUID().slice(0, 8)}.example`;
  const browser = new Browser(at.url);
  const { json } = await browser.signIn(`ann@${companyId}`);
  return { companyId, userId: json['id'], browser };
}

async function publish(companyId: string, from: number, to = from, more: object = {}): Promise<void> {
  const producer = await kafka.producer();
  const sequences = Array.from({ length: to - from + 1 }, (_, index) => from + index);
  await producer.publish(
    sequences.map((sequence) =>
      outgoingEvent(topics.migrationUpdate, {
        key: companyId,
        value: {
          sequence: BigInt(sequence),
          migrationJson: JSON.stringify({ id: 1, version: sequence, ...more }),
        },
        envelope: { id: newId(), time: new Date().toISOString(), companyId },
      }),
    ),
  );
}

async function open(browser: Browser, at = gateway, lastEventId?: string): Promise<TestStream> {
  const stream = await openStream(at.url, browser.cookie, lastEventId);
  opened.push(stream);
  return stream;
}

async function received(stream: TestStream, count: number): Promise<TestStream['events']> {
  await eventually(() => expect(stream.events.length).toBeGreaterThanOrEqual(count), {
    what: `${count} events`,
  });
  return stream.events;
}

const update = (sequence: number) => ({
  name: 'migration-update',
  id: String(sequence),
  data: JSON.stringify({ id: 1, version: sequence }),
});

describe('The live stream', () => {
  test('It begins with connected and carries the whole migration', async () => {
    const { companyId, userId, browser } = await somebody();
    const connected = { name: 'connected', id: null, data: JSON.stringify({ userId, companyId }) };
    const stream = await open(browser);
    expect(stream.headers).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
      connection: 'close',
    });
    expect(await received(stream, 1)).toEqual([connected]);
    await publish(companyId, 1);
    expect(await received(stream, 2)).toEqual([connected, update(1)]);
  });

  test('It shows no data of another company', async () => {
    const [ours, theirs] = [await somebody(), await somebody()];
    const streams = [await open(ours.browser), await open(theirs.browser)] as const;
    await publish(theirs.companyId, 1);
    await publish(ours.companyId, 1);
    await received(streams[0], 2);
    await received(streams[1], 2);
    await publish(ours.companyId, 2);
    await received(streams[0], 3);
    expect(streams[1].events).toHaveLength(2);
  });

  test('A visitor is refused', async () => {
    await expect(openStream(gateway.url, '')).rejects.toThrow('401');
  });

  test('What was missed is replayed, in any process, without a gap and without repetition', async () => {
    const { companyId, browser } = await somebody();
    const elsewhere = await open(browser, other);
    const first = await open(browser);
    await publish(companyId, 1, 3);
    await received(first, 4);
    first.close();
    await publish(companyId, 4, 9);
    await received(elsewhere, 10);
    const again = await open(browser, other, '3');
    const events = await received(again, 7);
    expect(events.map(({ id }) => id)).toEqual(['3', '4', '5', '6', '7', '8', '9']);
    await publish(companyId, 10);
    expect((await received(again, 8)).at(-1)).toEqual(update(10));
  });

  test.each(['1', '999'])('An id that cannot be resumed from is answered with resync: %s', async (id) => {
    const { companyId, browser } = await somebody();
    const watching = await open(browser);
    await publish(companyId, 50);
    await received(watching, 2);
    const stream = await open(browser, gateway, id);
    expect(await received(stream, 2)).toMatchObject([
      { name: 'connected', id: '50' },
      { name: 'resync', id: null },
    ]);
  });

  test('When updates are missing, then open streams get a resync', async () => {
    const { companyId, browser } = await somebody();
    const stream = await open(browser);
    await publish(companyId, 1);
    await publish(companyId, 5);
    const events = await received(stream, 4);
    expect(events.map(({ name }) => name)).toEqual([
      'connected',
      'migration-update',
      'resync',
      'migration-update',
    ]);
  });

  test('An update that Kafka delivers twice is sent once', async () => {
    const { companyId, browser } = await somebody();
    const stream = await open(browser);
    await publish(companyId, 1);
    await publish(companyId, 1);
    await publish(companyId, 2);
    const events = await received(stream, 3);
    expect(events.map(({ id }) => id)).toEqual([null, '1', '2']);
  });

  test('When the user signs out, then their streams end', async () => {
    const { browser } = await somebody();
    const stream = await open(browser);
    await browser.signOut();
    await eventually(() => expect(stream.ended).toBe(true), { what: 'the stream to end' });
  });

  test('One person cannot open streams without end', async () => {
    const { browser } = await somebody();
    for (let count = 0; count < 20; count += 1) await open(browser);
    await expect(openStream(gateway.url, browser.cookie)).rejects.toThrow('429');
  });

  test('A reader that does not keep up is cut off; the others go on', async () => {
    const { companyId, browser } = await somebody();
    const quick = await open(browser);
    const { hostname, port } = new URL(gateway.url);
    const slow: Socket = connect(Number(port), hostname);
    slow.on('error', () => undefined).pause();
    slow.write(`GET /api/migrations/events HTTP/1.1\r\nHost: x\r\nCookie: ${browser.cookie}\r\n\r\n`);
    const cutOff = () => gateway.metrics.getSingleMetricAsString('ridgeline_live_stream_ends_total');
    const large = { filler: 'x'.repeat(500_000) };
    let sequence = 0;
    await eventually(
      async () => {
        await publish(companyId, (sequence += 1), sequence, large);
        expect(await cutOff()).toContain('reason="slow"} 1');
      },
      { what: 'the slow reader to be cut off', within: 30_000 },
    );
    await received(quick, sequence + 1);
    expect(quick.ended).toBe(false);
    slow.destroy();
  }, 40_000);

  test('When the process stops, then streams end with a time to come back after', async () => {
    const servers = { redisUrl: await testRedisUrl(), brokers: testBrokers() };
    const stopping = await startGateway(servers);
    const { browser } = await somebody(stopping);
    const stream = await open(browser, stopping);
    await stopping[Symbol.asyncDispose]();
    await eventually(() => expect(stream.ended).toBe(true), { what: 'the stream to end' });
    expect(stream.retries).toHaveLength(2);
    expect(stream.retries[1]).toBeGreaterThanOrEqual(500);
    expect(stream.retries[1]).toBeLessThanOrEqual(2500);
  });
});
