import { openDatabase, urlOf, type Database } from '@ridgeline/postgres';
import { arrivalOf, isExact, sumArrivals } from './autosync/delays.ts';
import { leastReads } from './autosync/least-calls.ts';
import { refusedCalls } from './autosync/refused-calls.ts';
import {
  answerAsMeasured,
  newSyncedCompany,
  runStream,
  untilCurrent,
  type SyncedCompany,
} from './autosync/synced-company.ts';
import type { BenchResult } from './benchmark.ts';
import { startMeasuredProduct } from './measuring/product.ts';
import { quantile, round } from './measuring/statistics.ts';
import { tell } from './measuring/surroundings.ts';

/** The time until nothing waits, relative to the fewest calls at the limits; the fifth company's p95. */
const goals = { ratio: 2, p95Ms: 5_000 };
const companies = 4;
/** 30,000 records of four companies. */
const sizes = { contacts: 5_000, jobs: 2_500 };
const records = sizes.contacts + sizes.jobs;
/** 100,000 events; three in ten concern a record that had no event before. */
const events = { perSecond: 400, seconds: 250, newShare: 0, distinctShare: 0.3, jobsShare: 1 / 3 };
const fifth = { perSecond: 4, seconds: 60 };
/** AccuLynx' limits for a key and for an address (docs/vendors/acculynx.md, 2). */
const limits = { perKey: 10, perAddress: 30 };

/**
 * 100,000 events of four companies arrive while AccuLynx' API is unavailable to these companies. Then the API recovers,
 * while a fifth company has a steady stream of changes. Both vendors' limits are on and a call takes 150 ms.
 */
export async function run(): Promise<BenchResult> {
  await using resources = new AsyncDisposableStack();
  const product = await startMeasuredProduct(resources, 'backlog');
  const synced: SyncedCompany[] = [];
  for (let index = 0; index < companies; index += 1)
    synced.push(await newSyncedCompany(product.description, sizes));
  const other = await newSyncedCompany(product.description, { contacts: 1_000, jobs: 400 });
  const { control } = other.company;
  await answerAsMeasured(other.company);
  const adminUrl = urlOf(product.servers.postgres.adminUrl, { database: 'ridgeline' });
  const db = resources.use(openDatabase({ url: adminUrl, applicationName: 'backlog', max: 1 }));

  tell('The events, while AccuLynx is unavailable ...');
  for (const { company } of synced)
    await control.addFault({
      vendor: 'acculynx',
      companyId: company.user.companyId,
      effect: { kind: 'http-error', status: 503 },
    });
  const backlog = await runStream(control, { ...events, companies: synced.map(({ stream }) => stream) });
  const rows = await mostRows(db);
  const refusedBefore = await refusedCalls(control);

  tell('AccuLynx is back ...');
  await control.clearFaults();
  const startedAt = performance.now();
  const beside = runStream(control, { ...fifth, companies: [other.stream] });
  await untilCurrent(synced, 600_000);
  const seconds = (performance.now() - startedAt) / 1_000;
  const { changes } = await beside;
  await untilCurrent([other], 60_000);

  const arrivals = await Promise.all(synced.map(({ company }) => arrivalOf(company, backlog.changes)));
  const all = sumArrivals(arrivals);
  const own = await arrivalOf(other.company, changes);
  const refused = (await refusedCalls(control)) - refusedBefore;
  const least = leastSeconds(backlog.changes);
  const ratio = round(seconds / least);
  const p95 = quantile(own.delaysMs, 0.95);
  return {
    name: 'backlog',
    ratio,
    goal: goals.ratio,
    ok:
      ratio <= goals.ratio &&
      rows <= records &&
      p95 <= goals.p95Ms &&
      refused === 0 &&
      isExact(all) &&
      isExact(own),
    detail: {
      events: backlog.changes.length,
      'distinct records': new Set(backlog.changes.map(({ id }) => id)).size,
      seconds: round(seconds),
      'least seconds': round(least),
      'rows of one company at most': rows,
      'records of one company': records,
      'p95 ms of the fifth company': p95,
      'answers 429': refused,
      lost: all.lost + own.lost,
      'numbers that fell': all.fallen + own.fallen,
      doubled: all.doubled + own.doubled,
    },
  };
}

/** The longest list of due records that a connection has. */
async function mostRows(db: Database): Promise<number> {
  const longest = await db.forSystem((tx) =>
    tx.maybeOne<{ rows: number }>(
      `select count(*)::int as rows from migration.sync_records group by connection_id order by rows desc limit 1`,
    ),
  );
  return longest?.rows ?? 0;
}

/** How long the fewest reads take at AccuLynx' limits: those of the busiest key, or those of all keys of one address. */
function leastSeconds(changes: Parameters<typeof arrivalOf>[1]): number {
  const reads = [...Map.groupBy(changes, ({ companyId }) => companyId).values()].map((own) => {
    const distinct = (list: 'contacts' | 'jobs'): number =>
      new Set(own.filter((change) => change.list === list).map(({ id }) => id)).size;
    return leastReads(distinct('contacts'), distinct('jobs'), sizes.contacts);
  });
  const total = reads.reduce((sum, count) => sum + count, 0);
  return Math.max(Math.max(...reads) / limits.perKey, total / limits.perAddress);
}
