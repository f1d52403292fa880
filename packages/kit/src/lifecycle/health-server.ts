import express from 'express';
import { catalogue, gauge, type Registry } from '../metrics/index.ts';
import { listen, type HttpServer } from '../http/listen.ts';

/** A named check of a dependency; it rejects when the dependency does not answer. */
export type ReadinessChecks = Readonly<Record<string, () => Promise<unknown>>>;

/** What the internal port tells: alive, ready, metrics. */
export interface HealthOptions {
  readonly host: string;
  readonly port: number;
  readonly metrics: Registry;
  /** null while starting or stopping. */
  readonly checks: () => ReadinessChecks | null;
}

const checkTimeoutMs = 2_000;

async function outcome(check: () => Promise<unknown>): Promise<'ok' | 'failed'> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error('timeout')), checkTimeoutMs);
  try {
    await Promise.race([check(), late]);
    return 'ok';
  } catch {
    return 'failed';
  } finally {
    clearTimeout(timer);
  }
}

/** Serves `/healthz` (the process lives), `/readyz` (its dependencies answer) and `/metrics` on the internal port. */
export async function startHealthServer({ host, port, metrics, checks }: HealthOptions): Promise<HttpServer> {
  const app = express().disable('x-powered-by');
  const readiness = gauge(metrics, catalogue.ready);
  app.get('/healthz', (_req, res) => res.json({ status: 'ok' }));
  app.get('/readyz', async (_req, res) => {
    const named = checks();
    const results = await Promise.all(
      Object.entries(named ?? {}).map(async ([name, check]) => [name, await outcome(check)] as const),
    );
    const ready = named !== null && results.every(([, result]) => result === 'ok');
    readiness.set(Number(ready));
    res
      .status(ready ? 200 : 503)
      .json({ status: ready ? 'ok' : 'not ready', checks: Object.fromEntries(results) });
  });
  app.get('/metrics', async (_req, res) => {
    res.type(metrics.contentType).send(await metrics.metrics());
  });
  return listen(app, { host, port });
}
