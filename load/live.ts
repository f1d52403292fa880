import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { getMigration, type Migration } from '@ridgeline/contracts';
import { topics } from '@ridgeline/events';
import { openKafka } from '@ridgeline/kafka';
import { createLogger } from '@ridgeline/kit';
import { eventually } from '@ridgeline/testkit';
import { Registry } from 'prom-client';
import type { BenchResult } from './benchmark.ts';
import type { ClientsReport, ClientsTask, Ends } from './live/clients-task.ts';
import { judge } from './live/judge.ts';
import { watchers, type Watchers } from './live/people.ts';
import { startMeasuredProduct } from './measuring/product.ts';
import { round } from './measuring/round.ts';
import { tell } from './measuring/surroundings.ts';

const goals = { p99Ms: 150, awayMs: 3_000 };
const companies = 3;
const clients = 500;
const contacts = 3_000;

/**
 * 500 readers of the live stream over two gateways while three companies migrate, one each: from the making of an update
 * to each reader; and one gateway is killed on the way: how long its readers are without a stream, and what they miss.
 */
export async function run(): Promise<BenchResult> {
  await using resources = new AsyncDisposableStack();
  const product = await startMeasuredProduct(resources, 'live', { gateways: 2 });
  tell('Making people ...');
  const watching: Watchers[] = [];
  for (let company = 0; company < companies; company += 1) {
    const share =
      Math.floor((clients * (company + 1)) / companies) - Math.floor((clients * company) / companies);
    watching.push(await watchers(product.description, { contacts, clients: share }));
  }
  const madeAt = await collectMoments(resources, product.description.servers.kafka);
  const gateways = product.processes('gateway');
  const task: ClientsTask = {
    gateways: gateways.map(({ options }) => `http://127.0.0.1:${options.env['PORT'] ?? ''}`),
    cookies: watching.flatMap(({ cookies }) => cookies),
  };
  const child = fork(new URL('live/clients.ts', import.meta.url), {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  resources.defer(() => void child.kill('SIGKILL'));
  child.send(task);
  await once(child, 'message');

  tell(`Migrating ${companies} times ${contacts} contacts before ${clients} readers ...`);
  const started = await Promise.all(
    watching.map(async ({ company }) => ({
      company,
      migration: await company.startMigration(await company.connect()),
    })),
  );
  const look = ({ company, migration }: (typeof started)[number]): Promise<Migration> =>
    company.session.call(getMigration, { params: { id: String(migration.id) } });
  const until = (what: string, is: (migration: Migration) => boolean): Promise<Migration[]> =>
    eventually(
      async () => {
        const all = await Promise.all(started.map(look));
        if (!all.every(is))
          throw new Error(all.map(({ status, processedCount }) => `${status} ${processedCount}`).join());
        return all;
      },
      { within: 300_000, what },
    );
  await until('a third of the records', ({ processedCount }) => processedCount > contacts / 3);
  const [killed] = gateways.slice(1);
  if (!killed) throw new Error('There is one gateway only');
  await killed.kill();
  const ended = await until('the ends', ({ status }) => status === 'completed');
  const report = await reportOf(child, Object.fromEntries(ended.map(({ id, version }) => [id, version])));

  const companyOf = new Map(started.map(({ company, migration }) => [migration.id, company.user.companyId]));
  const { p50Ms, p99Ms, missed, doubled, delivered } = judge(
    report.arrivals,
    madeAt,
    ({ migrationId, sequence }) => `${companyOf.get(migrationId) ?? ''} ${sequence}`,
    new Map(ended.map(({ id, version }) => [id, version])),
  );
  const away = Math.max(0, ...report.awayMs);
  const worst = Math.max(p99Ms / goals.p99Ms, away / goals.awayMs);
  return {
    name: 'live',
    ratio: round(worst),
    goal: 1,
    ok: worst <= 1 && missed === 0 && doubled === 0 && report.awayMs.length > 0,
    detail: {
      'p50 ms': round(p50Ms),
      'p99 ms': round(p99Ms),
      'goal p99 ms': goals.p99Ms,
      'readers that lost their gateway': report.awayMs.length,
      'longest without a stream, ms': away,
      'goal without a stream, ms': goals.awayMs,
      'versions missed': missed,
      'versions doubled': doubled,
      delivered,
      clients,
    },
  };
}

/** When each update was made, as its event says; more come in as they are made. */
async function collectMoments(
  resources: AsyncDisposableStack,
  brokers: string,
): Promise<ReadonlyMap<string, number>> {
  const madeAt = new Map<string, number>();
  const logger = createLogger({ service: 'bench', level: 'error' });
  const kafka = resources.use(
    openKafka({ brokers: [brokers], clientId: 'bench-live', logger, metrics: new Registry() }),
  );
  resources.use(
    await kafka.subscribe({
      topic: topics.migrationUpdate,
      group: `bench-live-${process.pid}`,
      fromBeginning: false,
      handler: ({ key, value, envelope }) => {
        madeAt.set(`${key} ${Number(value.sequence)}`, Date.parse(envelope.time));
        return Promise.resolve({ verdict: 'done' });
      },
    }),
  );
  return madeAt;
}

/** What the clients saw, once all have seen the ends or waited long enough for them. */
async function reportOf(child: ChildProcess, ends: Ends): Promise<ClientsReport> {
  const reported = once(child, 'message');
  child.send(ends);
  const [report] = (await reported) as [ClientsReport];
  return report;
}
