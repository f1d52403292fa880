import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { ApiError } from '@ridgeline/contracts';
import { endSessions, readAccess } from '@ridgeline/contracts/internal';
import { topics, type UserAccessChanged } from '@ridgeline/events';
import { openKafka, startOutboxRelay } from '@ridgeline/kafka';
import { createLogger } from '@ridgeline/kit';
import {
  eventually,
  testBrokers,
  testDatabase,
  testRedisUrl,
  uniqueTopicPrefix,
  type TestDatabase,
} from '@ridgeline/testkit/integration';
import { Registry } from '@ridgeline/kit/metrics';
import { startAuth, type AuthUnderTest } from '../testing/auth-under-test.ts';

let database: TestDatabase;
let auth: AuthUnderTest;
let redisUrl: string;

beforeAll(async () => {
  database = await testDatabase('auth');
  redisUrl = await testRedisUrl();
  auth = await startAuth({ db: database.db, redisUrl });
});

afterAll(async () => {
  await auth[Symbol.asyncDispose]();
  await database[Symbol.asyncDispose]();
});

describe('A change of what a user may do', () => {
  test('When Redis is unavailable, then the call says so, the change is made, and the event is published', async () => {
    const { user } = await auth.register('away@example.com');
    const records = { put: () => Promise.reject(new Error('The client is closed')) };
    await using cutOff = await startAuth({ db: database.db, redisUrl, records });
    const unavailable = { status: 503, code: 'server.unavailable' };
    const body = { userId: user.id };
    await expect(cutOff.gateway(endSessions, { body })).rejects.toMatchObject(unavailable);
    expect(await auth.record(user.id)).toMatchObject({ version: 1, sessionEpoch: 1 });
    expect(await auth.events(user.id)).toMatchObject([{ version: 2, sessionEpoch: 2 }]);
    await expect(cutOff.signIn('away@example.com')).rejects.toMatchObject(unavailable);
    expect(await auth.signIn('away@example.com')).toMatchObject({ sessionEpoch: 2 });
    expect(await auth.record(user.id)).toMatchObject({ version: 2, sessionEpoch: 2 });
  });

  test('When many changes come at the same moment, then the newest wins and no version is used twice', async () => {
    const { user } = await auth.register('many@example.com');
    const times = Array.from({ length: 12 }, (_, number) => number + 2);
    await Promise.all(times.map(() => auth.gateway(endSessions, { body: { userId: user.id } })));
    expect((await auth.events(user.id)).map(({ version }) => version)).toEqual(times);
    expect(await auth.record(user.id)).toMatchObject({ version: 13, sessionEpoch: 13 });
  });

  test('An unknown user id changes no one', async () => {
    await expect(auth.gateway(endSessions, { body: { userId: 999_999 } })).rejects.toMatchObject({
      status: 401,
    });
  });

  test('A gateway that received a change asks what is true; no one else may, and unknown users stay unknown', async () => {
    const { user } = await auth.register('asked@example.com');
    await auth.gateway(endSessions, { body: { userId: user.id } });
    const body = { userId: user.id };
    const truth = await auth.gateway(readAccess, { body });
    expect(truth).toEqual(await auth.record(user.id));
    expect(truth).toMatchObject({ companyId: user.companyId, administrator: false, version: 2 });
    for (const other of [auth.asService('connection'), auth.as(user), auth.asAnybody()])
      await expect(other(readAccess, { body })).rejects.toThrow(ApiError);
    await expect(auth.gateway(readAccess, { body: { userId: 999_999 } })).rejects.toMatchObject({
      code: 'user.not_found',
    });
  });

  test('The event reaches Kafka consumers with the whole record', async () => {
    const logger = createLogger({ service: 'test', level: 'silent' });
    const metrics = new Registry();
    await using running = new AsyncDisposableStack();
    const kafka = running.use(openKafka({ brokers: testBrokers(), clientId: 'test', logger, metrics }));
    await kafka.ensureTopics([topics.identityUser]);
    const heard: UserAccessChanged[] = [];
    const { user } = await auth.register('heard@example.com');
    await kafka.subscribe({
      topic: topics.identityUser,
      group: `${uniqueTopicPrefix()}gateway`,
      fromBeginning: true,
      handler: ({ value, envelope, key }) => {
        if (envelope.companyId === user.companyId && key === String(user.id)) heard.push(value);
        return Promise.resolve({ verdict: 'done' });
      },
    });
    const producer = await kafka.producer();
    running.use(startOutboxRelay({ db: database.db, producer, logger, metrics: new Registry() }));
    await auth.gateway(endSessions, { body: { userId: user.id } });
    await eventually(() => expect(heard).toHaveLength(1), { what: 'the event' });
    expect(heard[0]).toMatchObject({
      userId: user.id,
      companyId: user.companyId,
      administrator: false,
      version: 2,
      sessionEpoch: 2,
    });
    expect(heard[0]?.revokedReason).toBeUndefined();
  });
});
