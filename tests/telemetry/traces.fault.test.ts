import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { startProduct } from '@ridgeline/devstack';
import { eventually, newTestCompany } from '@ridgeline/testkit';
import { untilEnded } from '../support/migrations.ts';
import { startSpanCollector } from '../support/span-collector.ts';

test('When a migration is started, then one trace links the gateway, both databases, Kafka and the worker', async () => {
  await using collector = await startSpanCollector();
  await using product = await startProduct({
    root: process.cwd(),
    dir: join(process.cwd(), '.ridgeline', `traces-${process.pid}`),
    log: () => undefined,
    durable: false,
    web: false,
    env: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_BSP_SCHEDULE_DELAY: '200' },
  });
  const company = await newTestCompany(product.description, { contacts: 60 });
  const { id } = await company.startMigration(await company.connect());
  await untilEnded(company, id);

  const services = ['gateway', 'migration-orchestrator', 'connection', 'migration-worker'];
  await eventually(
    () => {
      const traces = Map.groupBy(collector.spans, ({ traceId }) => traceId);
      const whole = [...traces.values()].filter((spans) =>
        services.every((service) => spans.some((span) => span.service === service)),
      );
      const [spans = []] = whole;
      const ids = new Set(spans.map(({ spanId }) => spanId));
      const roots = spans.filter(({ parentSpanId }) => !ids.has(parentSpanId));
      expect(roots.map(({ service }) => service)).toEqual(['gateway']);
      const names = spans.map(({ service, name }) => `${service} ${name}`).join('\n');
      expect(names).toMatch(/^gateway POST \/api\/migrations$/m);
      expect(names).toMatch(/migration-orchestrator insert/i);
      expect(names).toMatch(/migration-worker .*ridgeline\.migration\.command\.v1/);
      expect(names).toMatch(/migration-worker migration run/);
    },
    { within: 15_000, what: 'the spans to arrive' },
  );
}, 120_000);
