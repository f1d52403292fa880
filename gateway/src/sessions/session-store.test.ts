import { beforeEach, describe, expect, test } from '@jest/globals';
import { accessKey, type AccessRecord } from '@ridgeline/contracts/internal';
import express, { type Request } from 'express';
import session, { type SessionData } from 'express-session';
import { newPointer, type SessionPointer, type SessionRedis } from './session-pointer.ts';
import { SessionStore } from './session-store.ts';

let values: Map<string, string>;
let commands: string[];
let redis: SessionRedis;
let now: number;
let store: SessionStore;

const { Cookie } = session;
const id = '7.random';
const key = `ridgeline:session:${id}`;
const access: AccessRecord = {
  userId: 7,
  companyId: 'co_a',
  administrator: false,
  version: 3,
  sessionEpoch: 2,
  revokedReason: null,
};

function data(more: Partial<SessionPointer> = {}): SessionData {
  const pointer = newPointer({ userId: 7, sessionEpoch: 2, remembered: false }, now);
  return { cookie: new Cookie(), pointer: { ...pointer, ...more } };
}

/** The request that a browser with this session makes; null when it is over. */
async function load(): Promise<Request | null> {
  const found = await new Promise<SessionData | null | undefined>((resolve, reject) => {
    void store.get(id, (error, read) => {
      if (error) reject(new Error('no session', { cause: error }));
      else resolve(read);
    });
  });
  if (!found) return null;
  const req = Object.assign(Object.create(express.request) as Request, { sessionID: id });
  store.createSession(req, found);
  return req;
}

beforeEach(() => {
  values = new Map([[accessKey(7), JSON.stringify(access)]]);
  commands = [];
  now = Date.parse('2026-05-01T08:00:00Z');
  redis = {
    mGet: (names) => {
      commands.push(`MGET ${names.join(' ')}`);
      return Promise.resolve(names.map((name) => values.get(name) ?? null));
    },
    set: (name, value, { condition, expiration }) => {
      commands.push(`SET ${name} ${condition} ${expiration.value}`);
      if (values.has(name) === (condition === 'XX')) values.set(name, value);
      return Promise.resolve();
    },
    expire: () => Promise.reject(new Error('the store never touches')),
    del: (names) => Promise.resolve(names.filter((name) => values.delete(name)).length),
  };
  store = new SessionStore(redis, () => now);
});

describe('Reading a session', () => {
  test('It is read with its access record in one command, and the person is who the record says', async () => {
    await store.set(id, data());
    values.set(accessKey(7), JSON.stringify({ ...access, companyId: 'co_b', administrator: true }));
    commands = [];
    const read = (await store.find([id])).get(id);
    expect(commands).toEqual([`MGET ${key} ${accessKey(7)}`]);
    expect(read?.access).toMatchObject({ userId: 7, companyId: 'co_b', administrator: true });
  });

  test.each([
    ['its user has no access record', () => values.delete(accessKey(7))],
    ['the record makes no sense', () => values.set(accessKey(7), '{"userId":7}')],
    [
      'the record is of a higher epoch',
      () => values.set(accessKey(7), JSON.stringify({ ...access, sessionEpoch: 3 })),
    ],
    [
      'the record is of another user',
      () => values.set(accessKey(7), JSON.stringify({ ...access, userId: 8 })),
    ],
    ['it is of an older form', () => values.set(key, '{"cookie":{},"user":{"userId":7}}')],
    ['its last moment has passed', () => (now += 12 * 3_600_000)],
  ])('When %s, then it is over', async (_, happen) => {
    await store.set(id, data());
    expect(await load()).not.toBeNull();
    happen();
    store.keyChanged(accessKey(7));
    expect(await load()).toBeNull();
  });

  test('It is asked for once, and again after a change', async () => {
    await store.set(id, data());
    commands = [];
    for (let count = 0; count < 3; count += 1) expect(await load()).not.toBeNull();
    expect(commands).toHaveLength(1);
    store.keyChanged(key);
    expect(await load()).not.toBeNull();
    expect(commands).toHaveLength(2);
  });

  test('When this process ends it, then it is over without being told', async () => {
    await store.set(id, data());
    expect(await load()).not.toBeNull();
    await store.destroy(id);
    expect(await load()).toBeNull();
  });

  test('An id that names no user costs no command', async () => {
    for (const sid of ['', 'random', '0.random', '-1.x', '1e3.x', '99999999999.x'])
      await store.get(sid, (_error, read) => expect(read).toBeNull());
    expect(commands).toEqual([]);
  });

  test('Many are read a few hundred at a time', async () => {
    const ids = Array.from({ length: 1_201 }, (_, index) => `7.session-${index}`);
    for (const sid of ids) values.set(`ridgeline:session:${sid}`, JSON.stringify(data()));
    commands = [];
    expect((await store.find([...ids, '7.gone'])).size).toBe(1_201);
    expect(commands).toHaveLength(3);
  });
});

describe('Keeping sessions', () => {
  test('When a session has been signed out, then a slow request does not bring it back', async () => {
    await store.set(id, data());
    const slow = await load();
    await store.destroy(id);
    await store.set(id, slow?.session ?? data());
    expect(values.has(key)).toBe(false);
  });

  test('The request that made a session does not bring it back either', async () => {
    const made = data();
    await store.set(id, made);
    await store.destroy(id);
    await store.set(id, made);
    expect(values.has(key)).toBe(false);
  });

  test.each([
    [false, 2 * 3_600],
    [true, 14 * 86_400],
  ])('Remembered or not (%s), it is kept for %i seconds without use', async (remembered, seconds) => {
    await store.set(id, { ...data(), pointer: newPointer({ userId: 7, sessionEpoch: 2, remembered }, now) });
    expect(commands).toEqual([`SET ${key} NX ${seconds}`]);
  });

  test('Near its last moment it is kept for what is left, and after it not at all', async () => {
    await store.set(id, data({ expiresAt: now + 9_500 }));
    expect(commands).toEqual([`SET ${key} NX 10`]);
    values.delete(key);
    await store.set(id, data({ expiresAt: now }));
    expect(values.has(key)).toBe(false);
  });

  test("A visitor's session is not kept", async () => {
    await store.set('0.visitor', { cookie: new Cookie() });
    expect(commands).toEqual([]);
  });

  test('When Redis fails, then the failure says so and nothing passes for an empty session', async () => {
    const away = () => Promise.reject(new Error('away'));
    const fragile = new SessionStore({ ...redis, mGet: away, set: away, del: away });
    const failures: unknown[] = [];
    await fragile.get(id, (error) => failures.push(error));
    await fragile.set(id, data({ expiresAt: Date.now() + 60_000 }), (error) => failures.push(error));
    await fragile.destroy(id, (error) => failures.push(error));
    const unavailable = { code: 'server.unavailable' };
    expect(failures).toMatchObject([unavailable, unavailable, unavailable]);
  });
});
