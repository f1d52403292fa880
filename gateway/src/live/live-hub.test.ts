import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { AccessRecord } from '@ridgeline/contracts/internal';
import { createLogger } from '@ridgeline/kit';
import { Registry } from '@ridgeline/kit/metrics';
import type { SignedIn } from '../sessions/signed-in.ts';
import { LiveHub } from './live-hub.ts';
import { createLiveMetrics } from './live-streams.ts';

let accessOf: (ids: readonly string[]) => Promise<ReadonlyMap<string, AccessRecord>>;
let asked: (readonly string[])[];
let hub: LiveHub;

const access = (userId = 1, more: Partial<AccessRecord> = {}): AccessRecord => ({
  userId,
  companyId: 'co_a',
  administrator: false,
  version: 1,
  sessionEpoch: 1,
  revokedReason: null,
  ...more,
});

const person = (sessionId: string, userId = 1): SignedIn => ({
  sessionId,
  session: { userId, sessionEpoch: 1, expiresAt: Infinity, remembered: false },
  user: access(userId),
});

const granted = (ids: readonly string[], record = access()): Promise<ReadonlyMap<string, AccessRecord>> =>
  Promise.resolve(new Map(ids.map((id) => [id, record])));

function open(who: SignedIn, lastSeen: number | null = null): PassThrough {
  const response = new PassThrough();
  hub.open(who, response, lastSeen);
  return response;
}

const textOf = (response: PassThrough): string => String(response.read() ?? '');

beforeEach(() => {
  asked = [];
  accessOf = (ids) => granted(ids);
  hub = new LiveHub({
    metrics: createLiveMetrics(new Registry()),
    logger: createLogger({ service: 'test', level: 'silent' }),
    accessOf: (ids) => {
      asked.push(ids);
      return accessOf(ids);
    },
  });
});

afterEach(() => hub[Symbol.dispose]());

describe('A heartbeat', () => {
  test('Every stream gets an event that says nothing, and each session is looked up once', async () => {
    const streams = [open(person('one')), open(person('one')), open(person('two', 2))];
    for (const stream of streams) textOf(stream);
    asked = [];
    await hub.beat();
    expect(streams.map(textOf)).toEqual(Array(3).fill('event: heartbeat\ndata: {}\n\n'));
    expect(asked).toEqual([['one', 'two']]);
  });

  test('When a session ended in another process, then its streams end and the others go on', async () => {
    const [gone, stays] = [open(person('gone')), open(person('stays', 2))];
    accessOf = () => granted(['stays']);
    await hub.beat();
    expect(gone.writableEnded).toBe(true);
    expect(stays.writableEnded).toBe(false);
  });

  test('When sessions cannot be looked up, then streams go on until they can', async () => {
    const stream = open(person('one'));
    accessOf = () => Promise.reject(new Error('away'));
    await hub.beat();
    expect(stream.writableEnded).toBe(false);
    accessOf = () => granted([]);
    await hub.beat();
    expect(stream.writableEnded).toBe(true);
  });

  test('Without streams nothing is looked up', async () => {
    await hub.beat();
    expect(asked).toEqual([]);
  });
});

describe('When access changes', () => {
  test.each([
    ['is revoked', { revokedReason: 'Left the firm' }],
    ['is for another company', { companyId: 'co_b' }],
    ['is of a higher epoch', { sessionEpoch: 2 }],
  ])('The streams of a user whose access %s end immediately, and no others', (_, change) => {
    const [own, others] = [open(person('own')), open(person('others', 2))];
    hub.accessChanged(access(1, { version: 2, ...change }));
    expect([own.writableEnded, others.writableEnded]).toEqual([true, false]);
    // The page reconnects immediately and learns the reason.
    expect(textOf(own)).toMatch(/retry: ?50\n\n$/);
  });

  test('When only other things changed, then the stream continues', () => {
    const stream = open(person('one'));
    hub.accessChanged(access(1, { version: 2, administrator: true }));
    expect(stream.writableEnded).toBe(false);
  });

  test('When it changed while a stream was being opened, and its event went by, then the stream ends', async () => {
    accessOf = (ids) => granted(ids, access(1, { version: 2, revokedReason: 'Left the firm' }));
    const stream = open(person('one'));
    await once(stream, 'finish');
  });

  test('When no event told of it, then the next heartbeat notices', async () => {
    const stream = open(person('one'));
    accessOf = (ids) => granted(ids, access(1, { version: 2, companyId: 'co_b' }));
    await hub.beat();
    expect(stream.writableEnded).toBe(true);
  });
});

describe('Opening a stream', () => {
  test('The first event names the newest update, so that an early return misses nothing', () => {
    hub.publish('co_a', 41, '{"id":1}');
    expect(textOf(open(person('one')))).toMatch(/^retry: \d+\n\nid: 41\nevent: connected\n/);
  });

  test('A reader that resumes keeps its own id until the replay moves it on', () => {
    for (const sequence of [41, 42]) hub.publish('co_a', sequence, `{"version":${sequence}}`);
    expect(textOf(open(person('one'), 41)).replace(/^retry: .*\n\n/, '')).toBe(
      'id: 41\nevent: connected\ndata: {"userId":1,"companyId":"co_a"}\n\n' +
        'id: 42\nevent: migration-update\ndata: {"version":42}\n\n',
    );
  });

  test('Readers get different reconnect times within two seconds: a killed process loses all of them simultaneously', () => {
    const times = Array.from({ length: 200 }, () =>
      Number(/^retry: (\d+)/.exec(textOf(open(person('one'))))?.[1]),
    );
    expect(Math.min(...times)).toBeGreaterThanOrEqual(500);
    expect(Math.max(...times)).toBeLessThanOrEqual(2_000);
    const crowds = Map.groupBy(times, (ms) => Math.floor(ms / 250)).values();
    expect(Math.max(...[...crowds].map(({ length }) => length))).toBeLessThan(100);
  });

  test('A line break in the data does not break the stream', () => {
    const stream = open(person('one'));
    textOf(stream);
    hub.publish('co_a', 1, '{\n"id":1}');
    expect(textOf(stream)).toBe('id: 1\nevent: migration-update\ndata: {\ndata: "id":1}\n\n');
  });

  test('While the process stops, a reader is sent to another one', () => {
    hub[Symbol.dispose]();
    hub.admit(person('one'));
    const stream = open(person('one'));
    expect(textOf(stream)).toMatch(/^retry: \d+\n\n$/);
    expect(stream.writableEnded).toBe(true);
  });
});

describe('How many streams there may be', () => {
  const admitted = (who: SignedIn): boolean => {
    try {
      hub.admit(who);
    } catch (error) {
      expect(error).toMatchObject({ code: 'request.too_many', retryAfterSeconds: 5 });
      return false;
    }
    open(who);
    return true;
  };
  const of = (companyId: string, userId: number): SignedIn => {
    const who = person(`${companyId}-${userId}`, userId);
    return { ...who, user: { ...who.user, companyId } };
  };
  /** How many streams a company gets when each of its users tries to open so many. */
  const opened = (companyId: string, { users, each }: { users: number; each: number }): number => {
    let count = 0;
    for (let user = 1; user <= users; user += 1)
      for (let n = 0; n < each; n += 1)
        if (admitted(of(companyId, user + companyId.length * 1_000))) count += 1;
    return count;
  };

  test('When one person opens 3,000, then they have 20, and the others of the company have theirs', () => {
    expect(opened('acme', { users: 1, each: 3_000 })).toBe(20);
    expect(admitted(of('acme', 7))).toBe(true);
  });

  test('When one company takes all that it can, then another one beside it has what it needs', () => {
    expect(opened('acme', { users: 100, each: 20 })).toBe(500);
    expect(opened('roofers', { users: 50, each: 2 })).toBe(100);
  });

  test('When many companies take all that they can, then room is kept for those that have few', () => {
    for (let company = 1; company <= 20; company += 1) opened('c'.repeat(company), { users: 30, each: 20 });
    expect(opened('late to the party, but there it is anyway', { users: 40, each: 1 })).toBe(40);
  });
});
