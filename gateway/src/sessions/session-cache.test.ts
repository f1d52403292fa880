import { beforeEach, describe, expect, test } from '@jest/globals';
import { accessKey } from '@ridgeline/contracts/internal';
import { SessionCache } from './session-cache.ts';
import { newPointer, type ReadSession } from './session-pointer.ts';

const minute = 60_000;
let now: number;
let reads: string[];
let remembered: SessionCache;

function sessionOf(userId: number): ReadSession {
  const pointer = newPointer({ userId, sessionEpoch: 1, remembered: false }, now);
  const access = { userId, companyId: 'co_a', administrator: false, version: 1, sessionEpoch: 1 };
  return { json: '{}', pointer, access: { ...access, revokedReason: null } };
}

const recall = (sessionId: string, userId: number, found: ReadSession | null = sessionOf(userId)) =>
  remembered.recall(sessionId, userId, () => {
    reads.push(sessionId);
    return Promise.resolve(found);
  });

beforeEach(() => {
  now = Date.parse('2026-05-01T08:00:00Z');
  reads = [];
  remembered = new SessionCache(() => now);
});

describe('Remembered sessions', () => {
  test('Each is read once, as long as it does not change', async () => {
    const first = await recall('7.a', 7);
    expect(await recall('7.a', 7)).toBe(first);
    await recall('7.b', 7);
    await recall('8.a', 8);
    for (const key of ['ridgeline:session:9.a', accessKey(9), 'ridgeline:throttle:7', 'ridgeline:access:x'])
      remembered.forget(key);
    await recall('7.a', 7);
    expect(reads).toEqual(['7.a', '7.b', '8.a']);
  });

  test.each([
    ['the session', 'ridgeline:session:7.a'],
    ['its user', accessKey(7)],
    ['anything', null],
  ])('When %s changed, then it is read again', async (_, key) => {
    await recall('7.a', 7);
    remembered.forget(key);
    expect(await recall('7.a', 7, null)).toBeNull();
    expect(reads).toEqual(['7.a', '7.a']);
  });

  test('When it changes while it is read, then what was read is not kept', async () => {
    const gate = Promise.withResolvers<ReadSession>();
    const reading = remembered.recall('7.a', 7, () => gate.promise);
    remembered.forget(accessKey(7));
    gate.resolve(sessionOf(7));
    expect(await reading).not.toBeNull();
    expect(await recall('7.a', 7, null)).toBeNull();
  });

  test('What is over is asked for each time', async () => {
    for (let count = 0; count < 2; count += 1) expect(await recall('7.a', 7, null)).toBeNull();
    expect(reads).toHaveLength(2);
  });

  test('One user with ever more sessions has a bounded number cached, and evicts no other user', async () => {
    await recall('8.a', 8);
    for (let n = 0; n < 60; n += 1) await recall(`7.${n}`, 7);
    reads = [];
    await recall('8.a', 8);
    await recall('7.59', 7);
    expect(reads).toEqual([]);
    await recall('7.0', 7);
    expect(reads).toEqual(['7.0']);
  });

  test('It is read again after a minute, and never outlives its last moment', async () => {
    await recall('7.a', 7);
    now += minute - 1;
    await recall('7.a', 7);
    expect(reads).toHaveLength(1);
    now += 1;
    await recall('7.a', 7);
    expect(reads).toHaveLength(2);

    const { pointer } = sessionOf(7);
    now = pointer.expiresAt - 1_000;
    await recall('7.c', 7, { ...sessionOf(7), pointer });
    now = pointer.expiresAt;
    expect(await recall('7.c', 7, null)).toBeNull();
  });
});
