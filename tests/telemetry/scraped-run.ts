import { listSyncedRecords, migrationEvents, type Connection } from '@ridgeline/contracts';
import type { Product } from '@ridgeline/devstack';
import { eventually, newTestCompany, type TestCompany } from '@ridgeline/testkit';
import { untilEnded } from '../support/migrations.ts';
import { panels } from './dashboard-files.ts';
import { startPrometheus, type EvaluatedRule } from './prometheus.ts';
import { alertRules } from './rule-files.ts';

/** Prometheus' data about a migration and auto-sync that ran while it scraped every process and a user watched. */
export interface ScrapedRun extends AsyncDisposable {
  /** The panels that have had no value since the run began, each with its query. */
  emptyPanels(): Promise<readonly string[]>;
  /** The alerts that have fired since the run began. */
  firedAlerts(): Promise<readonly string[]>;
  rules(): Promise<readonly EvaluatedRule[]>;
}

/** Watches the live stream as a browser tab does, until disposed. */
async function watch({ session }: TestCompany, gateway: string): Promise<AsyncDisposable> {
  const response = await fetch(`${gateway}${migrationEvents.path}`, {
    headers: { cookie: session.cookie() },
  });
  if (!response.ok) throw new Error(`The live stream answers ${response.status}`);
  return { [Symbol.asyncDispose]: async () => response.body?.cancel() };
}

/** Changes a contact in AccuLynx, and waits until auto-sync has copied it. */
async function changeContact({ control, session, user }: TestCompany, { id }: Connection): Promise<void> {
  const [contactId = ''] = await control.sourceIds(user.companyId, 'contacts');
  await control.changeSourceContact(user.companyId, contactId, { firstName: 'Ngozi' });
  await eventually(
    async () => {
      const { records } = await session.call(listSyncedRecords, { params: { id: String(id) } });
      if (!records.some(({ sourceId }) => sourceId === contactId)) throw new Error('It is not copied');
    },
    { within: 30_000, what: 'the changed contact to be copied' },
  );
}

/** Runs a migration of some seconds, then auto-sync, while Prometheus scrapes; it stores its data in `dir`. */
export async function scrapedRun({ description }: Product, dir: string): Promise<ScrapedRun> {
  const { services, gateway } = description;
  const targets = Object.values(services).flatMap(({ instances }) => instances.map(({ metrics }) => metrics));
  await using starting = new AsyncDisposableStack();
  const prometheus = starting.use(await startPrometheus({ dir, targets, interval: '1s' }));
  const start = Date.now() / 1_000;
  const company = await newTestCompany(description, { contacts: 300 });
  starting.use(await watch(company, gateway));
  const settings = { autoSyncNewContacts: true, includeNoEmailContacts: true };
  const connection = await company.connect(undefined, settings);
  const { id } = await company.startMigration(connection, { batchSize: 25, delayMs: 500 });
  await untilEnded(company, id);
  await changeContact(company, connection);

  const running = starting.move();
  /** Whether each query had a value. */
  const withValues = async <Of>(
    all: readonly Of[],
    query: (one: Of) => string,
  ): Promise<Map<Of, boolean>> => {
    const looked = all.map(async (one) => {
      const found = await prometheus.linesSince(start, query(one));
      return [one, found.length > 0] as const;
    });
    return new Map(await Promise.all(looked));
  };
  return {
    async emptyPanels() {
      const all = panels().flatMap(({ dashboard, title, targets: queries }) =>
        queries.map(({ expr }) => ({ name: `${dashboard} › ${title}: ${expr}`, expr })),
      );
      const found = await withValues(all, ({ expr }) =>
        expr.replaceAll('$namespace', '.*').replaceAll('$__rate_interval', '10s'),
      );
      return all.filter((one) => !found.get(one)).map(({ name }) => name);
    },
    async firedAlerts() {
      const all = alertRules().map(({ alert }) => alert);
      const found = await withValues(all, (alert) => `ALERTS{alertname="${alert}", alertstate="firing"}`);
      return all.filter((alert) => found.get(alert));
    },
    rules: () => prometheus.rules(),
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}
