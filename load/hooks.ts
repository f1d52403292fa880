import { loadavg } from 'node:os';
import { getMigration, listConnections, type Migration } from '@ridgeline/contracts';
import { pause, poll, retryEvery } from '@ridgeline/kit';
import { openDatabase, urlOf } from '@ridgeline/postgres';
import { newTestCompany, type TestCompany } from '@ridgeline/testkit';
import { answerAsMeasured } from './autosync/synced-company.ts';
import type { BenchResult } from './benchmark.ts';
import { sendEvents, subscribe, type EventReport, type Hook } from './hooks/event-stream.ts';
import { countOverRate, countUnstored, watchSearches } from './hooks/stored-events.ts';
import { serviceCpuSeconds } from './measuring/cpu-seconds.ts';
import { startMeasuredProduct } from './measuring/product.ts';
import { quantile, round } from './measuring/statistics.ts';
import { tell } from './measuring/surroundings.ts';

/** In ms, and people's calls during the flood as a multiple of those at rest. */
const goals = { p99: 50, p99InFlood: 100, people: 2 };
const companies = 5;
const perSecond = 200;
const floodPerSecond = 1_000;
const seconds = 30;
const contacts = 1_000;
/** AccuLynx' limit lets a migration copy 472 contacts per second: it runs longer than both streams. */
const migrated = 60_000;

/**
 * AccuLynx' events at the public door, in an open loop and beside a running migration: 200 a second of five companies, then the
 * same beside 1,000 a second of a sixth. The ratio is the 99th percentile of the answers to the goal; it is good when both
 * phases keep theirs, people's calls take at most twice as long as at rest, every event is accepted, and is stored unless
 * the flood went beyond its token's bounds, of which a mark is stored.
 */
export async function run(): Promise<BenchResult> {
  await using resources = new AsyncDisposableStack();
  const product = await startMeasuredProduct(resources, 'hooks');
  const { description } = product;
  const { gateway, simulators, servers, services } = description;
  const adminUrl = urlOf(servers.postgres, { database: 'ridgeline' });
  const db = resources.use(openDatabase({ url: adminUrl, applicationName: 'hooks', max: 1 }));
  const searches = await watchSearches(resources, servers.kafka);
  const made: TestCompany[] = [];
  for (let n = 0; n <= companies; n += 1) made.push(await newTestCompany(description, { contacts }));
  const hooks: Hook[] = [];
  for (const company of made) hooks.push(await subscribe(simulators.acculynx, company));
  const [flooded, ...calm] = hooks;
  const [person] = made;
  if (!flooded || !person) throw new Error('No company was made');
  const cpu = (): number => serviceCpuSeconds(product, 'gateway') + serviceCpuSeconds(product, 'connection');

  tell(`At rest for ${seconds / 2} s ...`);
  const atRest = await peopleDuring(person, pause((seconds * 1_000) / 2));
  const migration = await startMigrating(description);
  tell(`${perSecond} events a second for ${seconds} s, beside a migration ...`);
  const cpuBefore = cpu();
  const alone = await sendEvents({ gateway, hooks: calm, perSecond, seconds });
  const cpuAlone = cpu() - cpuBefore;
  tell(`The same, beside ${floodPerSecond} a second of one connection ...`);
  const both = Promise.all([
    sendEvents({ gateway, hooks: calm, perSecond, seconds }),
    sendEvents({ gateway, hooks: [flooded], perSecond: floodPerSecond, seconds }),
  ]);
  const inFlood = await peopleDuring(person, both);
  const [beside, flood] = await both;
  const { status, processedCount } = await migration();

  const unstored = async (hook: Hook, accepted: readonly (readonly string[] | undefined)[]) =>
    countUnstored(
      db,
      hook.connectionId,
      accepted.flatMap((ids) => ids ?? []),
    );
  let lost = 0;
  for (const [at, hook] of calm.entries())
    lost += await unstored(hook, [alone.accepted[at], beside.accepted[at]]);
  const beyond = await unstored(flooded, flood.accepted);
  const counted = await countOverRate(services['connection']?.metrics ?? '');
  const isMarked = beyond === 0 || (await waitForSearch(searches, flooded));
  const refused = [alone, beside, flood].reduce((sum, report) => sum + refusedOf(report), 0);
  const p99 = quantile(alone.times, 0.99);
  const p99InFlood = quantile(beside.times, 0.99);
  const people = inFlood / atRest;
  return {
    name: 'hooks',
    ratio: round(p99 / goals.p99),
    goal: 1,
    ok:
      p99 <= goals.p99 &&
      p99InFlood <= goals.p99InFlood &&
      people <= goals.people &&
      refused === 0 &&
      lost === 0 &&
      beyond === counted &&
      isMarked &&
      status === 'running',
    detail: {
      'p99 ms': round(p99),
      'goal p99 ms': goals.p99,
      'p50 ms': round(quantile(alone.times, 0.5)),
      'p99 of others in a flood ms': round(p99InFlood),
      'goal p99 of others in a flood ms': goals.p99InFlood,
      'p99 of the flood ms': round(quantile(flood.times, 0.99)),
      "people's calls, in the flood to at rest": round(people),
      "goal of people's calls": goals.people,
      'events that were not accepted': refused,
      'accepted and not stored': lost,
      'of the flood accepted and not stored': beyond,
      'of the flood counted as beyond its bounds': counted,
      'packs that ask for a search of the flooded connection': searches.of(flooded.connectionId),
      events: [alone, beside, flood].reduce((sum, { times }) => sum + times.length, 0),
      'CPU µs of gateway and connection per event, with what the migration takes': round(
        (cpuAlone * 1e6) / alone.times.length,
      ),
      'the migration': status,
      'records of the migration': processedCount,
      'load of the machine': round(loadavg()[0] ?? 0),
    },
  };
}

const refusedOf = ({ statuses }: EventReport): number =>
  Object.entries(statuses).reduce((sum, [status, count]) => (status === '204' ? sum : sum + count), 0);

/** The median of a person's calls, in ms, until the work ends. */
async function peopleDuring({ session }: TestCompany, work: Promise<unknown>): Promise<number> {
  const end = { isOver: false };
  void work.finally(() => (end.isOver = true)).catch(() => undefined);
  const times: number[] = [];
  while (!end.isOver) {
    const started = performance.now();
    await session.call(listConnections);
    times.push(performance.now() - started);
    await pause(50);
  }
  return quantile(times, 0.5);
}

/** Starts the migration of a company of its own and waits until it copies; answers how to read it. */
async function startMigrating(
  stack: Parameters<typeof newTestCompany>[0],
): Promise<() => Promise<Migration>> {
  const company = await newTestCompany(stack, { contacts: migrated });
  await answerAsMeasured(company);
  const { id } = await company.startMigration(await company.connect());
  const read = (): Promise<Migration> =>
    company.session.callPatiently(getMigration, { params: { id: String(id) } });
  const look = async (): Promise<true | undefined> => ((await read()).processedCount > 0 ? true : undefined);
  await poll(retryEvery(100), look, { what: 'the migration to copy records' });
  return read;
}

type Searches = Awaited<ReturnType<typeof watchSearches>>;

async function waitForSearch(searches: Searches, { connectionId }: Hook): Promise<boolean> {
  const look = (): Promise<true | undefined> =>
    Promise.resolve(searches.of(connectionId) > 0 ? true : undefined);
  return poll(retryEvery(100), look, { withinMs: 10_000, what: 'a search to be asked for' });
}
