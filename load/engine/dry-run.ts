import { listRecordChanges, type Connection, type Migration } from '@ridgeline/contracts';
import { newTestCompany, type TestCompany } from '@ridgeline/testkit';
import type { BenchResult } from '../benchmark.ts';
import { lastRequest, startMeasuredProduct, untilClosed } from '../measuring/product.ts';
import { quantile, round } from '../measuring/statistics.ts';
import { tell } from '../measuring/surroundings.ts';
import { countCalls, leastReads, totalOf } from './engine-calls.ts';

/**
 * All calls relative to reading and looking up alone; the share of the admitted AccuLynx calls; the first page of a large
 * plan.
 */
const goals = { calls: 1.1, pace: 0.9, pageMs: 200 };
const contacts = { counted: 5_000, large: 100_000 };
/** AccuLynx admits 10 calls per second, of 50 contacts each. */
const admitted = { callsPerSecond: 10, recordsPerSecond: 500 };
const latencyMs = 150;
const looks = 50;

/**
 * A dry run of 5,000 contacts into an empty portal at the defaults, in batches of 100, under both vendors' limits and 150
 * ms per call. Then one of 100,000, and how long the first page of its records takes through the gateway. The ratio
 * compares the first run's calls with those that reading and looking up alone need.
 */
export async function run(): Promise<BenchResult> {
  await using resources = new AsyncDisposableStack();
  const product = await startMeasuredProduct(resources, 'dry-run');
  const company = await newTestCompany(product.description, { contacts: contacts.counted });
  await company.control.change({
    acculynx: { latency: { baseMs: latencyMs, perRecordMs: 0 } },
    hubspot: { latency: { baseMs: latencyMs, perRecordMs: 0 } },
  });
  tell('A dry run under the limits ...');
  const connection = await company.connect();
  const from = await lastRequest(company);
  const dryRun = await ended(company, connection);
  const requests = await company.control.requests(company.user.companyId, from);
  const calls = totalOf(countCalls(requests, 'contacts').own);
  const least = leastReads('contacts', [contacts.counted]);
  const seconds = secondsOf(dryRun);
  const sourceCalls = requests.filter(({ vendor }) => vendor === 'acculynx').length;
  const pace = round(sourceCalls / seconds / admitted.callsPerSecond);

  tell('A large dry run ...');
  const large = await newTestCompany(product.description, { contacts: contacts.large });
  const plan = await ended(large, await large.connect());
  const waited = await firstPages(large, plan.id);
  const pageMs = quantile(waited, 0.95);
  const ratio = round(calls / least);
  const isWhole =
    dryRun.processedCount === contacts.counted &&
    plan.processedCount === contacts.large &&
    [dryRun, plan].every(
      ({ status, reconciliation }) => status === 'completed' && reconciliation?.difference === 0,
    );
  return {
    name: 'dry-run',
    ratio,
    goal: goals.calls,
    ok: isWhole && ratio <= goals.calls && pace >= goals.pace && pageMs <= goals.pageMs,
    detail: {
      calls,
      'calls to read and look up': least,
      'share of the calls that AccuLynx admits': pace,
      'goal share': goals.pace,
      'share of the records that it admits': round(
        dryRun.processedCount / seconds / admitted.recordsPerSecond,
      ),
      'answers 429': requests.filter(({ status }) => status === 429).length,
      'records of the large plan': plan.processedCount,
      'ms to the first page, median': round(quantile(waited, 0.5)),
      'ms to the first page, 95th percentile': round(pageMs),
      'goal ms': goals.pageMs,
    },
  };
}

async function ended(company: TestCompany, connection: Connection): Promise<Migration> {
  const { id } = await company.startMigration(connection, { dryRun: true, batchSize: 100 });
  return untilClosed(company, id);
}

const secondsOf = ({ startedAt, completedAt }: Migration): number =>
  (Date.parse(completedAt ?? '') - Date.parse(startedAt ?? '')) / 1_000;

/** Milliseconds to the first page of a plan, alternately of all records and of those that would be created. */
async function firstPages({ session }: TestCompany, id: number): Promise<number[]> {
  const waited: number[] = [];
  for (let look = 0; look < looks; look += 1) {
    const query = look % 2 === 0 ? {} : ({ outcome: 'created' } as const);
    const start = performance.now();
    const { records } = await session.call(listRecordChanges, { params: { id: String(id) }, query });
    waited.push(performance.now() - start);
    if (records.length === 0) throw new Error('The plan shows no record');
  }
  return waited;
}
