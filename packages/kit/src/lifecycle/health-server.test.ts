import { afterEach, beforeEach, expect, test } from '@jest/globals';
import type { HttpServer } from '../http/listen.ts';
import { Registry } from '../metrics/index.ts';
import { startHealthServer, type ReadinessChecks } from './health-server.ts';

let checks: ReadinessChecks | null;
let server: HttpServer;

beforeEach(async () => {
  checks = null;
  const metrics = new Registry();
  server = await startHealthServer({ host: '127.0.0.1', port: 0, metrics, checks: () => checks });
});
afterEach(async () => {
  await server[Symbol.asyncDispose]();
});

const away = () => Promise.reject(new Error('away'));

const ask = async (path: string) => {
  const answer = await fetch(`${server.url}${path}`);
  return { status: answer.status, text: await answer.text() };
};

test('While it starts it lives but is not ready; then each dependency is asked, and the metrics say the same unasked', async () => {
  expect((await ask('/healthz')).status).toBe(200);
  expect(await ask('/readyz')).toEqual({ status: 503, text: '{"status":"not ready","checks":{}}' });

  checks = { needed: { postgres: () => Promise.resolve() } };
  expect((await ask('/metrics')).text).toContain('ridgeline_ready 1');
  expect(await ask('/readyz')).toEqual({ status: 200, text: '{"status":"ok","checks":{"postgres":"ok"}}' });

  checks = { needed: { postgres: () => Promise.resolve(), redis: away } };
  expect((await ask('/metrics')).text).toContain('ridgeline_ready 0');
  expect(await ask('/readyz')).toEqual({
    status: 503,
    text: '{"status":"not ready","checks":{"postgres":"ok","redis":"failed"}}',
  });
});

test('When an optional dependency is missing, then it stays ready and names it', async () => {
  checks = { needed: { postgres: () => Promise.resolve() }, useful: { kafka: away } };
  expect((await ask('/metrics')).text).toContain('ridgeline_ready 1');
  expect(await ask('/readyz')).toEqual({
    status: 200,
    text: '{"status":"degraded","checks":{"postgres":"ok","kafka":"failed"}}',
  });
});

test('When a dependency hangs, then it counts as failed after two seconds', async () => {
  checks = { needed: { redis: () => new Promise(() => undefined) } };
  expect((await ask('/readyz')).text).toContain('"redis":"failed"');
});
