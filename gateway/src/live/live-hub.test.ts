import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { createLogger } from '@ridgeline/kit';
import { Registry } from 'prom-client';
import type { SignedIn } from '../sessions/sessions.ts';
import { LiveHub } from './live-hub.ts';
import { createLiveMetrics } from './live-metrics.ts';

let alive: (ids: readonly string[]) => Promise<ReadonlySet<string>>;
let asked: (readonly string[])[];
let hub: LiveHub;

const person = (sessionId: string, userId = 1): SignedIn => ({
  sessionId,
  user: { userId, companyId: 'co_a', administrator: false },
});

function open(who: SignedIn, lastSeen: number | null = null): PassThrough {
  const response = new PassThrough();
  hub.open(who, response, lastSeen);
  return response;
}

const textOf = (response: PassThrough): string => String(response.read() ?? '');

beforeEach(() => {
  asked = [];
  alive = (ids) => Promise.resolve(new Set(ids));
  hub = new LiveHub({
    metrics: createLiveMetrics(new Registry()),
    logger: createLogger({ service: 'test', level: 'silent' }),
    aliveSessions: (ids) => {
      asked.push(ids);
      return alive(ids);
    },
  });
});

afterEach(() => hub[Symbol.dispose]());

describe('A heartbeat', () => {
  test('Every stream gets a line that says nothing, and each session is looked up once', async () => {
    const streams = [open(person('one')), open(person('one')), open(person('two', 2))];
    for (const stream of streams) textOf(stream);
    await hub.beat();
    expect(streams.map(textOf)).toEqual([':\n\n', ':\n\n', ':\n\n']);
    expect(asked).toEqual([['one', 'two']]);
  });

  test('When a session ended in another process, then its streams end and the others go on', async () => {
    const [gone, stays] = [open(person('gone')), open(person('stays', 2))];
    alive = () => Promise.resolve(new Set(['stays']));
    await hub.beat();
    expect(gone.writableEnded).toBe(true);
    expect(stays.writableEnded).toBe(false);
  });

  test('When sessions cannot be looked up, then streams go on until they can', async () => {
    const stream = open(person('one'));
    alive = () => Promise.reject(new Error('away'));
    await hub.beat();
    expect(stream.writableEnded).toBe(false);
    alive = () => Promise.resolve(new Set());
    await hub.beat();
    expect(stream.writableEnded).toBe(true);
  });

  test('Without streams nothing is looked up', async () => {
    await hub.beat();
    expect(asked).toEqual([]);
  });
});

describe('Opening a stream', () => {
  test('The first event names the newest update, so that an early return misses nothing', () => {
    hub.publish('co_a', 41, '{"id":1}');
    expect(textOf(open(person('one')))).toBe('retry: 2000\n\nid: 41\nevent: connected\ndata: {}\n\n');
  });

  test('A reader that resumes keeps his own id until the replay moves it on', () => {
    for (const sequence of [41, 42]) hub.publish('co_a', sequence, `{"version":${sequence}}`);
    expect(textOf(open(person('one'), 41))).toBe(
      'retry: 2000\n\nid: 41\nevent: connected\ndata: {}\n\n' +
        'id: 42\nevent: migration-update\ndata: {"version":42}\n\n',
    );
  });

  test('A line break in the data does not break the stream', () => {
    const stream = open(person('one'));
    textOf(stream);
    hub.publish('co_a', 1, '{\n"id":1}');
    expect(textOf(stream)).toBe('id: 1\nevent: migration-update\ndata: {\ndata: "id":1}\n\n');
  });

  test('After the stop no stream is opened any more', () => {
    hub[Symbol.dispose]();
    expect(() => hub.admit(person('one'))).toThrow('server.unavailable');
  });
});
