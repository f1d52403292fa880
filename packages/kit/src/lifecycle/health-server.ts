import express from 'express';
import { askedOnce, catalogue, readGauge, type Registry } from '../metrics/index.ts';
import { listen, type HttpServer } from '../http/listen.ts';
import { within } from '../within.ts';

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

interface Readiness {
  readonly ready: boolean;
  readonly checks: Readonly<Record<string, 'ok' | 'failed'>>;
}

async function look(checks: ReadinessChecks | null): Promise<Readiness> {
  const outcomes = await Promise.all(
    Object.entries(checks ?? {}).map(async ([name, check]) => {
      const answer = within(checkTimeoutMs, check()).then(
        () => 'ok' as const,
        () => 'failed' as const,
      );
      return [name, await answer] as const;
    }),
  );
  const ready = checks !== null && outcomes.every(([, outcome]) => outcome === 'ok');
  return { ready, checks: Object.fromEntries(outcomes) };
}

/** Serves `/healthz` (the process lives), `/readyz` (its dependencies answer) and `/metrics` on the internal port. */
export async function startHealthServer({ host, port, metrics, checks }: HealthOptions): Promise<HttpServer> {
  const app = express().disable('x-powered-by');
  const lookNow = askedOnce(() => look(checks()));
  readGauge(metrics, catalogue.ready, async (set) => {
    set(Number((await lookNow()).ready));
  });
  app.get('/healthz', (_req, res) => res.json({ status: 'ok' }));
  app.get('/readyz', async (_req, res) => {
    const { ready, checks: outcomes } = await lookNow();
    res.status(ready ? 200 : 503).json({ status: ready ? 'ok' : 'not ready', checks: outcomes });
  });
  app.get('/metrics', async (_req, res) => {
    res.type(metrics.contentType).send(await metrics.metrics());
  });
  return listen(app, { host, port });
}
