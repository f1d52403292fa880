import { cancelMigration } from '@ridgeline/contracts';
import { poll, retryEvery } from '@ridgeline/kit';
import { newTestCompany, type TestCompany } from '@ridgeline/testkit';
import { answerAsMeasured, newSyncedCompany, runStream, untilCurrent } from './autosync/synced-company.ts';
import { startBareReceiver } from './autosync/bare-receiver.ts';
import { arrivalOf, isExact, sumArrivals, type Arrival } from './autosync/delays.ts';
import { refusedCalls } from './autosync/refused-calls.ts';
import type { BenchResult } from './benchmark.ts';
import { lastRequest, startMeasuredProduct, untilClosed } from './measuring/product.ts';
import { quantile, round } from './measuring/statistics.ts';
import { tell } from './measuring/surroundings.ts';

/** p95 relative to the bare receiver's; p95 in ms; the share of its key's calls that the migrating company uses. */
const goals = { ratio: 2, p95Ms: 5_000, keyUse: 0.8 };
const companies = 5;
const stream = { perSecond: 4 * companies, seconds: 180 };
const sizes = { contacts: 1_000, jobs: 400 };
/** More than a key's 10 pages per second can copy in 3 minutes. */
const migratingContacts = 95_000;
const accuLynxPerSecond = 10;

/**
 * Five companies with four changes per second each, one of which migrates the whole time; then the same stream for five
 * other companies with a bare receiver. Both vendors' limits are on and a call takes 150 ms; times are read from the
 * simulators' clock.
 */
export async function run(): Promise<BenchResult> {
  await using resources = new AsyncDisposableStack();
  const product = await startMeasuredProduct(resources, 'autosync');
  const { description } = product;
  // Its contacts are migrated during the stream, except those that were copied with its jobs.
  const large = { ...sizes, contacts: migratingContacts };
  const migrating = await newSyncedCompany(description, large, ['jobs']);
  const synced = [migrating];
  while (synced.length < companies) synced.push(await newSyncedCompany(description, sizes));
  await answerAsMeasured(migrating.company);
  const { control } = migrating.company;
  const refusedBefore = await refusedCalls(control);

  tell('The stream, with a migration beside it ...');
  const from = await lastRequest(migrating.company);
  const migration = await migrating.company.startMigration(migrating.connection, {
    migrationType: 'contacts',
  });
  const ours = await runStream(control, { ...stream, companies: synced.map((each) => each.stream) });
  const requests = await control.requests(migrating.company.user.companyId, from);
  const keyUse =
    requests.filter(({ vendor }) => vendor === 'acculynx').length / (accuLynxPerSecond * stream.seconds);
  await untilCurrent(synced, 60_000);
  const arrivals = await arrivalsOf(
    synced.map(({ company }) => company),
    ours.changes,
  );
  const refused = (await refusedCalls(control)) - refusedBefore;
  // The receiver needs the limits of the address for itself: it does not know what others use.
  await migrating.company.session.call(cancelMigration, { params: { id: String(migration.id) } });
  await untilClosed(migrating.company, migration.id);

  tell('The same stream, with the bare receiver ...');
  const bare = await bareArrival(resources, product.description);

  const all = sumArrivals(arrivals);
  const p95 = quantile(all.delaysMs, 0.95);
  const p95Migrating = quantile(arrivals[0]?.delaysMs ?? [], 0.95);
  const ratio = round(p95 / quantile(bare.delaysMs, 0.95));
  return {
    name: 'autosync',
    ratio,
    goal: goals.ratio,
    ok:
      ratio <= goals.ratio &&
      Math.max(p95, p95Migrating) <= goals.p95Ms &&
      keyUse >= goals.keyUse &&
      refused === 0 &&
      isExact(all),
    detail: {
      changes: ours.changes.length,
      'p95 ms': p95,
      'p95 ms of the migrating company': p95Migrating,
      'median ms': quantile(all.delaysMs, 0.5),
      'bare p95 ms': quantile(bare.delaysMs, 0.95),
      'bare changes lost': bare.lost,
      'use of the migrating key': round(keyUse),
      'answers 429': refused,
      lost: all.lost,
      'numbers that fell': all.fallen,
      doubled: all.doubled,
    },
  };
}

const arrivalsOf = (
  of: readonly TestCompany[],
  changes: Parameters<typeof arrivalOf>[1],
): Promise<Arrival[]> => Promise.all(of.map((company) => arrivalOf(company, changes)));

async function bareArrival(
  resources: AsyncDisposableStack,
  stack: Parameters<typeof newTestCompany>[0],
): Promise<Arrival> {
  const theirs: TestCompany[] = [];
  for (let index = 0; index < companies; index += 1) {
    const company = await newTestCompany(stack, sizes);
    await company.connect();
    theirs.push(company);
  }
  const [first] = theirs;
  if (!first) throw new Error('There is no company');
  await startBareReceiver(resources, theirs, stack.simulators);
  const { changes } = await runStream(first.control, {
    ...stream,
    companies: theirs.map(({ user }) => ({ companyId: user.companyId })),
  });
  // What the receiver lost never arrives; what it still holds does.
  let arrival = sumArrivals(await arrivalsOf(theirs, changes));
  const look = async (): Promise<true | undefined> => {
    arrival = sumArrivals(await arrivalsOf(theirs, changes));
    return arrival.lost === 0 || undefined;
  };
  const lastCalls = { withinMs: 20_000, what: 'the last changes' };
  await poll(retryEvery(500), look, lastCalls).catch(() => tell(`The bare receiver lost ${arrival.lost}`));
  return arrival;
}
