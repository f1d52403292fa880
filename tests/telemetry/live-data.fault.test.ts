import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { migrationEvents } from '@ridgeline/contracts';
import { startProduct } from '@ridgeline/devstack';
import { eventually, newTestCompany, type TestCompany } from '@ridgeline/testkit';
import { untilEnded } from '../support/migrations.ts';
import { panels } from './dashboard-files.ts';
import { startPrometheus, type Prometheus } from './prometheus.ts';
import { alertRules } from './rule-files.ts';

const folder = join(process.cwd(), '.ridgeline', `live-data-${process.pid}`);

/** Watches as a tab does, until disposed. */
async function watch({ session }: TestCompany, gateway: string): Promise<AsyncDisposable> {
  const response = await fetch(`${gateway}${migrationEvents.path}`, {
    headers: { cookie: session.cookie() },
  });
  if (!response.ok) throw new Error(`The live stream answers ${response.status}`);
  return { [Symbol.asyncDispose]: async () => response.body?.cancel() };
}

/** The panels whose queries had no value at any time since then. */
async function emptyPanels(prometheus: Prometheus, start: number): Promise<readonly string[]> {
  const queries = panels().flatMap(({ dashboard, title, targets }) =>
    targets.map(({ expr }) => ({ panel: `${dashboard}, ${title}`, expr })),
  );
  const values = await Promise.all(
    queries.map(({ expr }) =>
      prometheus.valuesSince(
        start,
        expr.replaceAll('$namespace', '.*').replaceAll('$__rate_interval', '10s'),
      ),
    ),
  );
  return queries
    .filter((_query, index) => values[index]?.length === 0)
    .map(({ panel, expr }) => `${panel}: ${expr}`);
}

test('When a migration has run, then no panel is empty, and no alert fires', async () => {
  await using product = await startProduct({
    root: process.cwd(),
    dir: join(folder, 'product'),
    log: () => undefined,
    durable: false,
    web: false,
  });
  const { services, gateway } = product.description;
  const targets = Object.values(services).flatMap(({ instances }) => instances.map(({ metrics }) => metrics));
  await using prometheus = await startPrometheus(join(folder, 'prometheus'), targets);
  const start = Date.now() / 1_000;

  const company = await newTestCompany(product.description, { contacts: 300 });
  await using open = new AsyncDisposableStack();
  open.use(await watch(company, gateway));
  const { id } = await company.startMigration(await company.connect(), { batchSize: 25, delayMs: 500 });
  await untilEnded(company, id);

  await eventually(async () => expect(await emptyPanels(prometheus, start)).toEqual([]), {
    within: 30_000,
    what: 'every panel to have values',
  });
  await eventually(
    async () => {
      const rules = await prometheus.rules();
      expect(rules.map(({ name }) => name).sort()).toEqual(
        alertRules()
          .map(({ alert }) => alert)
          .sort(),
      );
      expect(rules.filter(({ health }) => health !== 'ok')).toEqual([]);
    },
    { what: 'every rule to be judged' },
  );
  const fired = await Promise.all(
    alertRules().map(async ({ alert }) => ({
      alert,
      values: await prometheus.valuesSince(start, `ALERTS{alertname="${alert}", alertstate="firing"}`),
    })),
  );
  expect(fired.filter(({ values }) => values.length > 0).map(({ alert }) => alert)).toEqual([]);
}, 180_000);
