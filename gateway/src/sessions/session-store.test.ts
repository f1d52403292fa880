import { beforeEach, describe, expect, test } from '@jest/globals';
import express from 'express';
import session, { type SessionData } from 'express-session';
import type { SessionRedis } from './session-redis.ts';
import { SessionStore } from './session-store.ts';

let values: Map<string, string>;
let redis: SessionRedis;

const { Cookie } = session;
const key = 'ridgeline:session:one';
const user = { userId: 1, companyId: 'co_a', administrator: false };

function data(more: object = {}): SessionData {
  return { cookie: new Cookie(), user, expiresAt: Date.now() + 60_000, ...more };
}

function load(store: SessionStore): Promise<SessionData> {
  return new Promise((resolve, reject) => {
    void store.get('one', (error, found) => {
      if (error || !found) reject(new Error('no session', { cause: error }));
      else resolve(store.createSession(express.request, found));
    });
  });
}

beforeEach(() => {
  values = new Map();
  redis = {
    get: (name) => Promise.resolve(values.get(name) ?? null),
    set: (name, value, { condition }) => {
      if (values.has(name) === (condition === 'XX')) values.set(name, value);
      return Promise.resolve();
    },
    del: (names) => Promise.resolve(names.filter((name) => values.delete(name)).length),
    exists: (name) => Promise.resolve(values.has(name) ? 1 : 0),
  };
});

describe('Keeping sessions', () => {
  test('When a session was signed out meanwhile, then a slow request does not bring it back', async () => {
    const store = new SessionStore(redis);
    await store.set('one', data());
    const slow = await load(store);
    await store.destroy('one');
    await store.set('one', slow);
    expect(values.has(key)).toBe(false);
  });

  test('The request that made a session does not bring it back either', async () => {
    const store = new SessionStore(redis);
    const made = data();
    await store.set('one', made);
    await store.destroy('one');
    await store.set('one', made);
    expect(values.has(key)).toBe(false);
  });

  test('A change of an existing session is stored', async () => {
    const store = new SessionStore(redis);
    await store.set('one', data());
    const session = await load(store);
    session.user = { ...user, administrator: true };
    await store.set('one', session);
    expect(await load(store)).toMatchObject({ user: { administrator: true } });
  });

  test('A session past its end is not written', async () => {
    await new SessionStore(redis).set('one', data({ expiresAt: Date.now() - 1 }));
    expect(values.size).toBe(0);
  });

  test('Polling writes nothing, so a session ends when it was said to end', async () => {
    values.set(key, JSON.stringify(data()));
    const store = new SessionStore({ ...redis, set: () => Promise.reject(new Error('written')) });
    await store.touch('one', await load(store), (error?: unknown) => expect(error ?? null).toBeNull());
  });

  test('When Redis fails, then the failure says so and nothing passes for an empty session', async () => {
    const away = Promise.reject(new Error('away'));
    away.catch(() => undefined);
    const store = new SessionStore({ ...redis, get: () => away, set: () => away, del: () => away });
    const failures: unknown[] = [];
    await store.get('one', (error) => failures.push(error));
    await store.set('one', data(), (error) => failures.push(error));
    await store.destroy('one', (error) => failures.push(error));
    const unavailable = { code: 'server.unavailable' };
    expect(failures).toMatchObject([unavailable, unavailable, unavailable]);
  });
});
