import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startServers, type Servers } from '@ridgeline/devstack';
import { createLogger } from '@ridgeline/kit';
import { Registry } from '@ridgeline/kit/metrics';
import { eventually } from '@ridgeline/testkit/integration';
import { ClientOfflineError } from 'redis';
import { createGovernor } from './governor/shared-governor.ts';
import { openRedis } from './open-redis.ts';

const lines: string[] = [];
const logger = createLogger({ service: 'test' }, { write: (line) => void lines.push(line) });
let directory: string;
let servers: Servers;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'ridgeline-redis-'));
  servers = await startServers({ dir: directory, only: ['redis'], durable: false });
});

afterAll(async () => {
  await servers.stop();
  await rm(directory, { recursive: true, force: true });
});

const warnings = (text: string): number => lines.filter((line) => line.includes(text)).length;

/** The kinds of the errors that such warnings tell. */
const kindsOf = (text: string): string[] =>
  lines
    .filter((line) => line.includes(text))
    .map((line) => {
      const { err } = JSON.parse(line) as { err: { readonly code?: string; readonly type: string } };
      return err.code ?? err.type;
    });

describe('The connection to Redis', () => {
  test('When Redis is lost, then commands fail immediately, calls are paced by a local share, and all recovers', async () => {
    const metrics = new Registry();
    await using redis = await openRedis({ url: servers.redis.url, name: 'test', logger, metrics });
    const governor = createGovernor({ redis, logger, assumedReplicas: 2 });
    const budget = { key: 'vendor', limit: 4, windowMs: 300 };
    await redis.ping();
    await governor.acquire([budget], { priority: 'migration' });

    await servers.kill('redis');
    await eventually(() => expect(redis.client.isReady).toBe(false), { what: 'the loss to be seen' });
    // A queued command would never be answered, because Redis stays down.
    await expect(redis.client.get('anything')).rejects.toBeInstanceOf(ClientOfflineError);
    await expect(redis.ping()).rejects.toMatchObject({
      code: 'server.unavailable',
      retriable: true,
      cause: expect.any(ClientOfflineError),
    });

    const start = performance.now();
    await Promise.all(Array.from({ length: 5 }, () => governor.acquire([budget], { priority: 'migration' })));
    // Half of the limit: two immediately, two after one window, the fifth after two.
    expect(performance.now() - start).toBeGreaterThanOrEqual(600);
    expect(warnings('pacing calls by a local share')).toBe(1);
    // How the connection ended, and why there is no new one: each kind of error once.
    const kinds = kindsOf('Redis is not reachable');
    expect(kinds.length).toBeGreaterThanOrEqual(2);
    expect(new Set(kinds).size).toBe(kinds.length);
    expect(kinds).toContain('ECONNREFUSED');
    const whileAway = await metrics.metrics();
    expect(whileAway).toMatch(/^ridgeline_redis_connected 0$/m);
    expect(whileAway).toMatch(/^ridgeline_redis_disconnections_total 1$/m);
    expect(governor.isAlone()).toBe(true);

    await servers.restart('redis');
    await eventually(() => redis.ping(), { what: 'Redis to be reachable again' });
    await governor.acquire([budget], { priority: 'migration' });
    expect(warnings('paced by the shared limits again')).toBe(1);
    expect(await metrics.metrics()).toMatch(/^ridgeline_redis_connected 1$/m);
    expect(governor.isAlone()).toBe(false);
    expect(await redis.client.exists('ridgeline:governor:vendor:log')).toBe(1);
  });

  test('When Redis hangs, then a command in hand fails after seconds, and all comes back', async () => {
    await using redis = await openRedis({ url: servers.redis.url, name: 'test', logger });
    await using other = await openRedis({ url: servers.redis.url, name: 'other', logger });
    await redis.client.set('kept', 'yes');
    const before = warnings('Redis is not reachable');
    await other.client.sendCommand(['CLIENT', 'PAUSE', '7000', 'ALL']);
    await expect(redis.client.get('kept')).rejects.toThrow();
    expect(warnings('Redis is not reachable')).toBeGreaterThan(before);
    await eventually(async () => expect(await redis.client.get('kept')).toBe('yes'), {
      what: 'Redis to answer again',
    });
  });

  test('Of each key that was read it tells the next change, and that any may have changed when Redis is lost', async () => {
    await using redis = await openRedis({
      url: servers.redis.url,
      name: 'test',
      logger,
      tellsKeyChanges: true,
    });
    await using other = await openRedis({ url: servers.redis.url, name: 'other', logger });
    const told: (string | null)[] = [];
    redis.onKeyChange((key) => told.push(key));
    await redis.client.mGet(['read', 'not-there']);
    for (const key of ['never-read', 'read', 'read', 'not-there']) await other.client.set(key, 'new');
    await eventually(() => expect(told).toEqual(['read', 'not-there']), {
      what: 'both changes to be reported',
    });
    await other.client.flushDb();
    await eventually(() => expect(told).toEqual(['read', 'not-there', null]), { what: 'the loss of all' });

    told.length = 0;
    await servers.kill('redis');
    await eventually(() => expect(told).toContain(null), { what: 'the loss of Redis to be reported' });
    await servers.restart('redis');
    await eventually(() => redis.client.get('read'), { what: 'Redis to be reachable again' });
    told.length = 0;
    await eventually(() => other.client.set('read', 'newer'), { what: 'the other to be back' });
    await eventually(() => expect(told).toEqual(['read']), { what: 'changes to be reported again' });
  });

  test('When there is no Redis at the address, then opening fails in time and says what is missing', async () => {
    const opening = openRedis({ url: 'redis://127.0.0.1:1', name: 'test', logger, connectWithinMs: 300 });
    await expect(opening).rejects.toMatchObject({
      code: 'server.unavailable',
      details: { dependency: 'redis' },
    });
  });

  test('When Redis takes no TLS but the address asks for it, then opening fails and says so', async () => {
    const url = servers.redis.url.replace('redis:', 'rediss:');
    await expect(openRedis({ url, name: 'test', logger })).rejects.toMatchObject({
      code: 'server.unavailable',
      details: { variable: 'REDIS_URL', reason: expect.stringContaining('no TLS at this port') },
    });
  });
});
