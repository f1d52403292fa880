import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { accessKey, parseAccessRecord, type AccessRecord } from '@ridgeline/contracts/internal';
import { outgoingEvent, topics } from '@ridgeline/events';
import { openKafka, type Kafka } from '@ridgeline/kafka';
import { createLogger, newId } from '@ridgeline/kit';
import { openRedis, type Redis } from '@ridgeline/redis';
import { eventually, testBrokers, testRedisUrl } from '@ridgeline/testkit/integration';
import { Registry } from '@ridgeline/kit/metrics';
import { ask, Browser } from '../testing/browser.ts';
import { openStream } from '../testing/event-stream.ts';
import { startGateway, type GatewayUnderTest } from '../testing/gateway-under-test.ts';
import { stubUserId } from '../testing/stub-people.ts';

const email = 'ann@one.example';
const ann = stubUserId(email);
const reason = 'You have left Brazos Roofing.';
const revoked = {
  status: 403,
  json: {
    status: 'access_denied',
    title: 'Access Revoked',
    code: 'session.access_revoked',
    error: reason,
    message: reason,
    contact: 'support@ridgeline.example',
  },
};

let kafka: Kafka;
let redis: Redis;
let gateways: GatewayUnderTest[];

beforeAll(async () => {
  const servers = { redisUrl: await testRedisUrl(), brokers: testBrokers() };
  const logger = createLogger({ service: 'test', level: 'silent' });
  redis = await openRedis({ url: servers.redisUrl, name: 'test', logger });
  kafka = openKafka({ brokers: servers.brokers, clientId: 'test', logger, metrics: new Registry() });
  const gateway = await startGateway(servers);
  const sameAuth = { AUTH_URL: gateway.stub.url };
  gateways = [gateway, ...(await Promise.all([2, 3].map(() => startGateway(servers, sameAuth))))];
});

afterAll(async () => {
  await Promise.all(gateways.map((gateway) => gateway[Symbol.asyncDispose]()));
  await kafka[Symbol.asyncDispose]();
  await redis[Symbol.asyncDispose]();
});

const first = (): GatewayUnderTest => {
  const [gateway] = gateways;
  if (!gateway) throw new Error('No gateway');
  return gateway;
};

/** What the auth service does when access changes: the record before it answers, and the event. */
async function change(more: Partial<AccessRecord>): Promise<AccessRecord> {
  const record = await first().stub.people.change(ann, more);
  await publish(record);
  return record;
}

async function publish(record: AccessRecord): Promise<void> {
  const { revokedReason, ...rest } = record;
  const value = { ...rest, ...(revokedReason === null ? {} : { revokedReason }) };
  const envelope = { id: newId(), time: new Date().toISOString(), companyId: record.companyId };
  const producer = await kafka.producer();
  await producer.publish([
    outgoingEvent(topics.identityUser, { key: String(record.userId), value, envelope }),
  ]);
}

/** Ann with all her rights, signed in at the first gateway. */
async function signedInAnn(): Promise<Browser> {
  const browser = new Browser(first().url);
  await browser.signIn(email);
  await change({ revokedReason: null, companyId: 'one.example', administrator: false });
  return browser;
}

const stored = async () => parseAccessRecord(await redis.client.get(accessKey(ann)));

describe('Access revoked', () => {
  test('Every gateway refuses the very next request, and says why and whom to ask', async () => {
    const { cookie } = await signedInAnn();
    await first().stub.people.change(ann, { revokedReason: reason });
    for (const { url } of gateways)
      for (const path of ['/api/migrations', '/api/team', '/api/nothing', '/api/migrations/events'])
        expect(await ask(url, path, { headers: { cookie } })).toMatchObject(revoked);
    const write = { method: 'POST', headers: { cookie }, body: {} };
    for (const path of ['/api/migrations', '/api/user/change-password', '/api/user/sign-out-everywhere'])
      expect(await ask(first().url, path, write)).toMatchObject(revoked);
    expect(await ask(first().url, '/api/user/profile', { ...write, method: 'PATCH' })).toMatchObject(revoked);
  });

  test('They can still read the message, confirm it, and sign out; others can sign in', async () => {
    const browser = await signedInAnn();
    await change({ revokedReason: reason });
    expect((await browser.ask('/api/user')).json).toMatchObject({
      accessRevoked: true,
      accessRevokedReason: reason,
    });
    const confirm = await browser.ask('/api/confirm-access-revoked', { method: 'POST' });
    expect([confirm.status, first().stub.asked.at(-1)]).toMatchObject([
      200,
      { path: '/internal/revocation-confirmations', body: { userId: ann } },
    ]);
    expect((await browser.signIn('bob@two.example')).status).toBe(200);
    expect((await browser.ask('/api/migrations')).status).toBe(200);
    const again = new Browser(first().url);
    expect((await again.signIn(email)).status).toBe(200);
    expect(await again.ask('/api/migrations')).toMatchObject(revoked);
    expect((await again.signOut()).status).toBe(200);
  });

  test('Open streams end in every process, and none opens any more', async () => {
    const { cookie } = await signedInAnn();
    const streams = await Promise.all(gateways.map(({ url }) => openStream(url, cookie)));
    await change({ revokedReason: reason });
    await eventually(() => expect(streams.map(({ ended }) => ended)).toEqual([true, true, true]), {
      what: 'the streams to end',
    });
    await expect(openStream(first().url, cookie)).rejects.toThrow('403');
  });

  test('When 50 requests are in flight, then none that comes after is answered, until it is restored', async () => {
    const { cookie } = await signedInAnn();
    const { stub, url } = first();
    const gate = Promise.withResolvers<undefined>();
    stub.hold = gate.promise;
    const arrived = stub.seen.length;
    const slow = Array.from({ length: 50 }, () => ask(url, '/api/user', { headers: { cookie } }));
    await eventually(() => expect(stub.seen.length).toBe(arrived + 50), { what: 'the requests to arrive' });
    await stub.people.change(ann, { revokedReason: reason });
    const read = () => ask(url, '/api/migrations', { headers: { cookie } });
    const after = await Promise.all(Array.from({ length: 50 }, read));
    expect(new Set(after.map(({ status }) => status))).toEqual(new Set([403]));
    gate.resolve(undefined);
    await Promise.all(slow);
    expect(await read()).toMatchObject(revoked);
    await stub.people.change(ann, { revokedReason: null });
    expect((await read()).status).toBe(200);
  });
});

describe('Access changed', () => {
  test('When the user was moved, then the very next request is for the other company, and streams restart', async () => {
    const { cookie } = await signedInAnn();
    const stream = await openStream(first().url, cookie);
    await change({ companyId: 'two.example', administrator: true });
    await ask(first().url, '/api/migrations', { headers: { cookie } });
    expect(first().stub.seen.at(-1)?.user).toEqual({
      userId: ann,
      companyId: 'two.example',
      administrator: true,
    });
    await eventually(() => expect(stream.ended).toBe(true), { what: 'the stream to end' });
  });

  test("When the user's sessions were ended, then they are over everywhere, and a new one is not", async () => {
    const { cookie } = await signedInAnn();
    const stream = await openStream(first().url, cookie);
    const { sessionEpoch } = await change({});
    await change({ sessionEpoch: sessionEpoch + 1 });
    for (const { url } of gateways)
      expect((await ask(url, '/api/user', { headers: { cookie } })).status).toBe(401);
    await eventually(() => expect(stream.ended).toBe(true), { what: 'the stream to end' });
    expect((await new Browser(first().url).signIn(email)).status).toBe(200);
    expect((await (await signedInAnn()).ask('/api/user')).status).toBe(200);
  });

  test('Without an access record a session grants nothing', async () => {
    const browser = new Browser(first().url);
    await browser.signIn('bob@three.example');
    expect((await browser.ask('/api/user')).status).toBe(200);
    await redis.client.del(accessKey(stubUserId('bob@three.example')));
    expect(await browser.ask('/api/user')).toMatchObject({ status: 401, json: { code: 'session.missing' } });
  });

  test('When Redis missed a change, then the event repairs it, and an older event undoes nothing', async () => {
    await signedInAnn();
    const before = await stored();
    if (!before) throw new Error('No record');
    const { people } = first().stub;
    const missed = people.changeUntold(ann, { version: before.version + 10, revokedReason: reason });
    await publish(missed);
    await eventually(async () => expect(await stored()).toEqual(missed), { what: 'the record to be put' });
    await publish(before);
    const later = people.changeUntold(ann, {});
    await publish(later);
    await eventually(async () => expect(await stored()).toEqual(later), { what: 'the later record' });
  });

  test('When an event is forged, then it makes no one an administrator, and is counted', async () => {
    const { cookie } = await signedInAnn();
    const stream = await openStream(first().url, cookie);
    const before = await stored();
    if (!before) throw new Error('No record');
    const refused = () => first().metrics.getSingleMetricAsString('ridgeline_events_refused_total');
    const promoted = { ...before, companyId: 'two.example', administrator: true, revokedReason: null };
    await publish({ ...promoted, version: before.version + 1_000 });
    await publish({ ...promoted, userId: 2_147_483_000 });
    await eventually(
      async () => {
        expect(await refused()).toMatch(/identity\.user\.v1",reason="contradiction"\} [1-9]/);
        expect(await refused()).toMatch(/identity\.user\.v1",reason="unknown"\} [1-9]/);
      },
      { what: 'the events to be refused' },
    );
    await publish(promoted);
    const last = await change({});
    await eventually(async () => expect(await stored()).toEqual(last), { what: 'the true record' });
    expect(last).toMatchObject({ companyId: 'one.example', administrator: false });
    expect(stream.ended).toBe(false);
    stream.close();
  });
});
