import { randomBytes } from 'node:crypto';
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createMigration } from '@ridgeline/contracts';
import { startProduct, type Product } from '@ridgeline/devstack';
import { eventually, newTestCompany, type TestCompany } from '@ridgeline/testkit';
import { readExposition } from '../support/exposition.ts';
import { untilEnded } from '../support/migrations.ts';
import { startSpanCollector, type SpanCollector } from '../support/span-collector.ts';
import { productMetrics } from './product-metrics.ts';
import { alertRules } from './rule-files.ts';
import { scrapedRun, type ScrapedRun } from './scraped-run.ts';

const resources = new AsyncDisposableStack();
const dir = join(process.cwd(), '.ridgeline', `telemetry-${String(process.pid)}`);
let collector: SpanCollector;
let product: Product;
let company: TestCompany;
let migrationId: number;
/** The trace and span that the page named when it started the migration. */
const page = { traceId: randomBytes(16).toString('hex'), spanId: randomBytes(8).toString('hex') };

beforeAll(async () => {
  collector = resources.use(await startSpanCollector());
  product = resources.use(
    await startProduct({
      root: process.cwd(),
      dir,
      log: () => undefined,
      durable: false,
      web: false,
      // Only the first process of each service is scraped, so it must be the one that did the work.
      workers: 1,
      env: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_BSP_SCHEDULE_DELAY: '200' },
    }),
  );
  company = await newTestCompany(product.description, { contacts: 60 });
  const { id: connectionId } = await company.connect();
  const { id } = await company.session.call(
    createMigration,
    { body: { connectionId, migrationType: 'contacts', includeNoEmailContacts: true } },
    { headers: { traceparent: `00-${page.traceId}-${page.spanId}-00` } },
  );
  migrationId = id;
  await untilEnded(company, id);
}, 120_000);
afterAll(() => resources.disposeAsync());

/** The spans of the trace in which the migration was started, when all of them have arrived. */
function wholeTrace() {
  const traces = Map.groupBy(collector.spans, ({ traceId }) => traceId);
  const whole = [...traces.values()].find((spans) =>
    spans.some(({ service, name }) => service === 'gateway' && name === 'POST /api/migrations'),
  );
  expect(whole).toBeDefined();
  return whole ?? [];
}

describe('The trace of a migration', () => {
  test("It leads from the page's request over the gateway, both databases and Kafka to the worker, its batches and the vendors", async () => {
    await eventually(
      () => {
        const spans = wholeTrace();
        const ids = new Map(spans.map((span) => [span.spanId, span]));
        const roots = spans.filter(({ parentSpanId }) => !ids.has(parentSpanId));
        expect(roots).toEqual([
          expect.objectContaining({ service: 'gateway', traceId: page.traceId, parentSpanId: page.spanId }),
        ]);
        const names = spans.map(({ service, name }) => `${service} ${name}`).join('\n');
        expect(names).toMatch(/^migration-orchestrator insert/im);
        expect(names).toMatch(/^connection GET \/internal/m);
        expect(names).toMatch(/^migration-worker .*ridgeline\.migration\.command\.v1$/m);
        expect(names).toMatch(/^migration-worker migration run$/m);
        expect(names).toMatch(/^migration-worker AccuLynx GET \/api\/v2\/contacts$/m);

        /** The ancestors of a span in its trace, from the span up. */
        const above = (of: (typeof spans)[number] | undefined): string[] =>
          of ? [`${of.service} ${of.name}`, ...above(ids.get(of.parentSpanId))] : [];
        const write = spans.find(({ name }) => name.startsWith('HubSpot POST') && name.endsWith('upsert'));
        expect(above(write)).toEqual(expect.arrayContaining(['migration-worker migration batch']));
        const counted = spans.filter(
          ({ service, name }) =>
            service === 'migration-orchestrator' && name === 'process ridgeline.migration.report.v1',
        );
        expect(counted.some((span) => above(span).includes('migration-worker migration batch'))).toBe(true);
      },
      { within: 15_000, what: 'the spans to arrive' },
    );
  });

  test('No name of a span holds an id, so that spans of one kind are found together', () => {
    const names = new Set(collector.spans.map(({ name }) => name));
    for (const name of names) expect(name.replaceAll('2026-03', '')).not.toMatch(/\d{2,}|[\da-f]{8}-|@/i);
    expect(names.size).toBeLessThan(200);
  });

  test("The log lines of what was done carry the trace's id, those of requests too", async () => {
    const [{ traceId } = { traceId: '' }] = wholeTrace();
    const logs = join(dir, 'logs');
    const lines = (await Promise.all((await readdir(logs)).map((file) => readFile(join(logs, file), 'utf8'))))
      .flatMap((text) => text.split('\n'))
      .filter((line) => line.includes(traceId));
    const services = lines.map((line) => (JSON.parse(line) as { service: string }).service);
    expect(new Set(services)).toEqual(new Set(['gateway', 'migration-orchestrator', 'migration-worker']));
    expect(lines.some((line) => line.includes('request completed') && line.includes('"POST"'))).toBe(true);
  });
});

describe('Metrics as they are scraped', () => {
  /** What the first process of each service exports. */
  async function scraped() {
    const texts = Object.entries(product.description.services).map(
      async ([service, { metrics: url }]) => [service, await (await fetch(url)).text()] as const,
    );
    return new Map(await Promise.all(texts));
  }

  test('Each service exports the metrics that are defined for it, and nothing else', async () => {
    for (const [service, text] of await scraped()) {
      const exposed = readExposition(text);
      const ours = [...exposed.keys()].filter((name) => !/^(?:process|nodejs)_/.test(name));
      const expected = productMetrics.filter(({ services }) => services.some((name) => name === service));
      expect([service, ours.sort()]).toEqual([service, expected.map(({ name }) => name).sort()]);
      for (const { name, type, help } of expected) expect(exposed.get(name)).toMatchObject({ type, help });
    }
  });

  test('After a migration the metrics about it have values, and no label tells whose it was', async () => {
    const texts = await scraped();
    const all = [...texts.values()].join('\n');
    for (const line of [
      /^ridgeline_migration_records_total\{kind="contact",outcome="created",service="migration-orchestrator"\} 60$/m,
      /^ridgeline_migrations\{status="completed",.*\} 1$/m,
      /^ridgeline_vendor_calls_total\{vendor="AccuLynx",operation="GET \/api\/v2\/contacts",result="ok",.*\} [1-9]/m,
      /^ridgeline_vendor_calls_total\{vendor="HubSpot",operation="POST .*\/batch\/upsert",result="ok",.*\} [1-9]/m,
      /^ridgeline_governor_limit_calls\{budget="acculynx-address",service="migration-worker"\} 30$/m,
      /^ridgeline_http_request_duration_seconds_count\{service="gateway",method="POST",route="\/api\/migrations",status="201"\} 1$/m,
      /^ridgeline_live_delivery_delay_seconds_count\{.*\} [1-9]/m,
      /^ridgeline_worker_heartbeat_timestamp_seconds\{.*migration="".*\} 1\d{9}/m,
      /^ridgeline_sign_ins_total\{result="wrong-credentials",.*\} 0$/m,
      /^ridgeline_redis_connected\{service="gateway"\} 1$/m,
      /^ridgeline_ready\{service="auth"\} 1$/m,
      /^ridgeline_job_runs_total\{job="lease-reaping",result="done",.*\} [1-9]/m,
    ])
      expect(all).toMatch(line);
    const { companyId, id: userId } = company.user;
    const secrets = [
      companyId,
      company.email,
      company.credentials.acculynxApiKey,
      company.credentials.hubspotPat,
    ];
    for (const secret of secrets) expect(all).not.toContain(secret);
    // A partition's number, or a bucket's bound, may equal a user's id.
    expect(all.replaceAll(/(?:partition|le)="\d+"/g, '')).not.toContain(`"${String(userId)}"`);
    expect(all).not.toContain(`migration="${String(migrationId)}"`);
  });
});

describe('Dashboards and alerts on what the running product exports', () => {
  let run: ScrapedRun;
  beforeAll(async () => {
    run = resources.use(await scrapedRun(product, join(dir, 'prometheus')));
  }, 120_000);

  test('When a migration has run, then no panel is empty', async () => {
    await eventually(async () => expect(await run.emptyPanels()).toEqual([]), {
      within: 20_000,
      what: 'every panel to have values',
    });
  });

  test('Every rule is evaluated, and none fires while all is well', async () => {
    await eventually(
      async () => {
        const evaluated = (await run.rules()).map(({ name, health }) => `${name} ${health}`);
        expect(evaluated.sort()).toEqual(
          alertRules()
            .map(({ alert }) => `${alert} ok`)
            .sort(),
        );
      },
      { what: 'every rule to be evaluated' },
    );
    expect(await run.firedAlerts()).toEqual([]);
  });
});
