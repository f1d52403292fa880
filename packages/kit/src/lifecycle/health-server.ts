import express from 'express';
import { processDefinitions } from '../metrics/metric-definitions.ts';
import { askedOnce, readGauge, type Registry } from '../metrics/index.ts';
import { listen, type HttpServer } from '../http/listen.ts';
import { withTimeout } from '../time-limits.ts';

/** Checks of dependencies by name; each rejects when the dependency does not answer. */
type Checks = Readonly<Record<string, () => Promise<unknown>>>;

/** What a process depends on. */
export interface ReadinessChecks {
  /** Without one of these the process can answer nothing, and receives no requests. */
  readonly needed: Checks;
  /**
   * Without these the service runs degraded: it reports that, and stays ready. All processes lose a shared server at the
   * same moment; if all of them became unready, no one could even sign in.
   */
  readonly useful?: Checks;
}

/** What the internal port reports: liveness, readiness, metrics. */
export interface HealthOptions {
  readonly host: string;
  readonly port: number;
  readonly metrics: Registry;
  /** null while starting or stopping. */
  readonly checks: () => ReadinessChecks | null;
}

const checkTimeoutMs = 2_000;

type Outcomes = Readonly<Record<string, 'ok' | 'failed'>>;

interface Readiness {
  readonly status: 'ok' | 'degraded' | 'not ready';
  readonly checks: Outcomes;
}

const allOk = (outcomes: Outcomes): boolean => Object.values(outcomes).every((outcome) => outcome === 'ok');

async function ask(checks: Checks): Promise<Outcomes> {
  const outcomes = await Promise.all(
    Object.entries(checks).map(async ([name, check]) => {
      const answer = withTimeout(checkTimeoutMs, check()).then(
        () => 'ok' as const,
        () => 'failed' as const,
      );
      return [name, await answer] as const;
    }),
  );
  return Object.fromEntries(outcomes);
}

async function look(checks: ReadinessChecks | null): Promise<Readiness> {
  if (checks === null) return { status: 'not ready', checks: {} };
  const [needed, useful] = await Promise.all([ask(checks.needed), ask(checks.useful ?? {})]);
  const lesser = allOk(useful) ? 'ok' : 'degraded';
  return { status: allOk(needed) ? lesser : 'not ready', checks: { ...needed, ...useful } };
}

/** Serves `/healthz` (the process lives), `/readyz` (its dependencies answer) and `/metrics` on the internal port. */
export async function startHealthServer({ host, port, metrics, checks }: HealthOptions): Promise<HttpServer> {
  const app = express().disable('x-powered-by');
  const lookNow = askedOnce(() => look(checks()));
  readGauge(metrics, processDefinitions.ready, async (set) => {
    set(Number((await lookNow()).status !== 'not ready'));
  });
  app.get('/healthz', (_req, res) => res.json({ status: 'ok' }));
  app.get('/readyz', async (_req, res) => {
    const readiness = await lookNow();
    res.status(readiness.status === 'not ready' ? 503 : 200).json(readiness);
  });
  app.get('/metrics', async (_req, res) => {
    res.type(metrics.contentType).send(await metrics.metrics());
  });
  return listen(app, { host, port });
}
