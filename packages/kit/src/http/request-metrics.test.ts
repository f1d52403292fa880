import { expect, test } from '@jest/globals';
import express from 'express';
import { Registry } from '../metrics/index.ts';
import { listen } from './listen.ts';
import { measureRequests } from './request-metrics.ts';

/** What is counted of requests: how many by their labels. */
async function counts(registry: Registry): Promise<string[]> {
  const name = 'ridgeline_http_request_duration_seconds';
  const lines = (await registry.getSingleMetricAsString(name)).split('\n');
  return lines.filter((line) => line.startsWith(`${name}_count`)).map((line) => line.slice(name.length + 6));
}

async function served(registry: Registry) {
  const app = express();
  app.use(measureRequests(registry));
  app.all('/api/things/:id', (_req, res) => void res.json({}));
  app.get('/api/hanging', () => undefined);
  return listen(app, { host: '127.0.0.1', port: 0 });
}

test('When there are many ids, unknown addresses and odd methods, then a handful of series stands for all', async () => {
  const registry = new Registry();
  await using server = await served(registry);
  for (let id = 0; id < 150; id += 1) {
    await (await fetch(`${server.url}/api/things/co_${String(id)}`)).text();
    await (await fetch(`${server.url}/wp-admin/${String(id)}.php?token=secret`)).text();
  }
  for (const method of ['PROPFIND', 'LOCK'])
    await (await fetch(`${server.url}/api/things/7`, { method })).text();
  expect((await counts(registry)).sort()).toEqual([
    '{method="GET",route="/api/things/:id",status="200"} 150',
    '{method="GET",route="none",status="404"} 150',
    '{method="other",route="/api/things/:id",status="200"} 2',
  ]);
});

test('When a caller leaves before the answer, then the request is counted too', async () => {
  const registry = new Registry();
  await using server = await served(registry);
  const closed = Promise.withResolvers<undefined>();
  server.server.once('request', (_req, res) => void res.once('close', () => closed.resolve(undefined)));
  const leaving = new AbortController();
  const answer = fetch(`${server.url}/api/hanging`, { signal: leaving.signal });
  await new Promise((resolve) => server.server.once('request', resolve));
  leaving.abort();
  await expect(answer).rejects.toThrow();
  await closed.promise;
  expect(await counts(registry)).toEqual(['{method="GET",route="/api/hanging",status="aborted"} 1']);
});
