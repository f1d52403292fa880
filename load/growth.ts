import { getMigration, type Migration } from '@ridgeline/contracts';
import { poll, retryEvery } from '@ridgeline/kit';
import { openDatabase, urlOf } from '@ridgeline/postgres';
import { analyzePast, makePast, newTestCompany } from '@ridgeline/testkit';
import type { BenchResult } from './benchmark.ts';
import { batchTimes, secondsToEnd, tenths } from './growth/batch-times.ts';
import { watchStatements } from './growth/longest-statement.ts';
import { startMeasuredProduct } from './measuring/product.ts';
import { round } from './measuring/statistics.ts';
import { serviceCpuSeconds } from './measuring/cpu-seconds.ts';
import { tell } from './measuring/surroundings.ts';

const contacts = 50_000;
/** Records per second in the last tenth of a run relative to the first; from the last record to `completed`; any statement. */
const goals = { ratio: 0.9, secondsToEnd: 2, statementSeconds: 1 };
const deadlineMs = 20 * 60_000;

const unlimited = { latency: { baseMs: 0, perRecordMs: 0 }, limits: { enabled: false } };
const ended: readonly Migration['status'][] = ['completed', 'failed', 'cancelled'];

/**
 * One migration of 50,000 contacts through the whole product, in a database that holds a million outcomes of other
 * migrations and whose statistics do not know this one: does it slow down as it grows? The vendors answer immediately;
 * their calls stay under the product's own governor, which is the same for the first tenth and the last.
 */
export async function run(): Promise<BenchResult> {
  await using resources = new AsyncDisposableStack();
  const product = await startMeasuredProduct(resources, 'growth');
  const adminUrl = urlOf(product.servers.postgres.adminUrl, { database: 'ridgeline' });
  tell('Making the past ...');
  await makePast(adminUrl);
  await analyzePast(adminUrl);

  const company = await newTestCompany(product.description, { contacts });
  await company.control.change({ acculynx: unlimited, hubspot: unlimited });
  const connection = await company.connect();
  const db = resources.use(openDatabase({ url: adminUrl, applicationName: 'growth', max: 2 }));
  const statements = resources.use(watchStatements(db));
  const worker = (): number => serviceCpuSeconds(product, 'migration-worker');
  const orchestrator = (): number => serviceCpuSeconds(product, 'migration-orchestrator');
  const before = { worker: worker(), orchestrator: orchestrator() };
  tell(`Migrating ${contacts} contacts ...`);
  const { id } = await company.startMigration(connection, { batchSize: 100, concurrency: 5, delayMs: 0 });
  const look = () => company.session.callPatiently(getMigration, { params: { id: String(id) } });
  const migration = await untilEnded(look);
  const spent = { worker: worker() - before.worker, orchestrator: orchestrator() - before.orchestrator };

  const batches = await batchTimes(db, id);
  const speed = tenths(batches);
  const ratio = round(speed.last / speed.first);
  const toEnd = secondsToEnd(batches, migration);
  const longest = await statements.longest();
  const { reconciliation } = migration;
  const exact = migration.status === 'completed' && reconciliation?.difference === 0;
  return {
    name: 'growth',
    ratio,
    goal: goals.ratio,
    ok:
      exact &&
      reconciliation.source === contacts &&
      ratio >= goals.ratio &&
      toEnd <= goals.secondsToEnd &&
      longest.seconds <= goals.statementSeconds,
    detail: {
      status: migration.status,
      attempts: migration.attempt,
      'accounted for': migration.processedCount,
      'records/s of the first tenth': round(speed.first),
      'records/s of the last tenth': round(speed.last),
      'seconds from the last record to the end': round(toEnd),
      'worker µs of CPU per record': microseconds(spent.worker, migration),
      'orchestrator µs of CPU per record': microseconds(spent.orchestrator, migration),
      'longest statement, seconds': round(longest.seconds),
      'longest statement': longest.sql,
    },
  };
}

const microseconds = (seconds: number, { processedCount }: Migration): number =>
  round((seconds * 1_000_000) / processedCount);

function untilEnded(read: () => Promise<Migration>): Promise<Migration> {
  const look = async (): Promise<Migration | undefined> => {
    const migration = await read();
    return ended.includes(migration.status) ? migration : undefined;
  };
  return poll(retryEvery(500), look, { withinMs: deadlineMs, what: 'the migration to end' });
}
