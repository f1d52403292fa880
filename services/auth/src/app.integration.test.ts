import { afterAll, beforeAll, expect, test } from '@jest/globals';
import {
  exportActivity,
  getTeam,
  getUser,
  listActivity,
  listUsers,
  usersByIds,
  type User,
} from '@ridgeline/contracts';
import { endSessions, requestPasswordReset } from '@ridgeline/contracts/internal';
import { openDatabase, type Database } from '@ridgeline/postgres';
import { eventually, testDatabase, testRedisUrl, type TestDatabase } from '@ridgeline/testkit/integration';
import { startAuth, type AuthUnderTest } from './testing/auth-under-test.ts';

let database: TestDatabase;
let auth: AuthUnderTest;
let db: Database;
let reading: Database;
let administrator: User;

beforeAll(async () => {
  database = await testDatabase('auth');
  const pool = { url: database.url, applicationName: 'test', max: 1, acquireTimeoutMs: 200 };
  db = openDatabase(pool);
  reading = openDatabase(pool);
  // Opens their connections before they are needed: connecting may take longer than a call waits.
  for (const one of [db, reading]) await eventually(() => one.ping(), { what: 'a connection' });
  auth = await startAuth({ db, reading, redisUrl: await testRedisUrl() });
  administrator = await auth.administrator('reader@example.com');
});

afterAll(async () => {
  await auth[Symbol.asyncDispose]();
  await db.close();
  await reading.close();
  await database[Symbol.asyncDispose]();
});

/** Holds the pool's only connection while the work is done. */
async function exhausted<T>(pool: Database, work: () => Promise<T>): Promise<T> {
  const taken = Promise.withResolvers<undefined>();
  const end = Promise.withResolvers<undefined>();
  const holding = pool.forSystem(() => {
    taken.resolve(undefined);
    return end.promise;
  });
  await taken.promise;
  try {
    return await work();
  } finally {
    end.resolve(undefined);
    await holding;
  }
}

const unavailable = { status: 503, code: 'server.unavailable' };

test('When what people read has used up its connections, then it alone waits: sessions, emails and access go on', async () => {
  const { user } = await auth.register('goes-on@example.com');
  await exhausted(reading, async () => {
    await expect(auth.as(administrator)(listActivity)).rejects.toMatchObject(unavailable);
    await expect(auth.as(administrator)(listUsers)).rejects.toMatchObject(unavailable);

    await auth.signIn('goes-on@example.com');
    expect(await auth.as(user)(getUser)).toMatchObject({ id: user.id });
    await auth.gateway(requestPasswordReset, { body: { email: 'goes-on@example.com' } });
    await auth.gateway(endSessions, { body: { userId: user.id } });
    expect(await auth.record(user.id)).toMatchObject({ sessionEpoch: 2 });
  });
});

test('What people read takes none of the connections that the rest needs', async () => {
  await exhausted(db, async () => {
    const call = auth.as(administrator);
    for (const read of [
      () => call(listActivity),
      () => call(listUsers),
      () => call(getTeam),
      () => call(usersByIds, { query: { ids: '1' } }),
    ])
      await read();
    expect((await auth.fetchAs(administrator, exportActivity, {})).ok).toBe(true);
    await expect(auth.as(administrator)(getUser)).rejects.toMatchObject(unavailable);
  });
});
