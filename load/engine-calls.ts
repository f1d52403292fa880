import type { Migration } from '@ridgeline/contracts';
import { migratedJobs, newTestCompany, type TestCompany, type SourceListName } from '@ridgeline/testkit';
import type { BenchResult } from './benchmark.ts';
import { countCalls, totalOf, type CallCounts, type CountedCalls } from './engine-calls/call-kinds.ts';
import { leastCalls } from './engine-calls/least-calls.ts';
import { startMeasuredProduct } from './measuring/product.ts';
import { round } from './measuring/round.ts';
import { tell } from './measuring/surroundings.ts';
import { lastRequest, untilClosed } from './measuring/until-closed.ts';

/** All calls of a first run over the least possible ones. */
const goal = 1.15;
/** The demo company's sizes; what a run calls once is spread over so many records. */
const size = { contacts: 5_000, jobs: 2_000 };
/** Contacts that come along are read one by one, ten a second. */
const empty = { contacts: 1_000, jobs: 400 };

/** A migration with what it called. */
interface Counted {
  readonly migration: Migration;
  readonly calls: CountedCalls;
  readonly least: number;
  readonly ratio: number;
}

/**
 * How many calls the engine makes at both vendors: contacts into an empty portal, then the jobs of the same company, whose
 * contacts are there; and the jobs of another company, whose contacts come along. The ratio is the worse one of contacts
 * and jobs.
 */
export async function run(): Promise<BenchResult> {
  await using resources = new AsyncDisposableStack();
  const product = await startMeasuredProduct(resources, 'engine-calls');
  const company = await newTestCompany(product.description, size);
  const contacts = await counted(company, 'contacts');
  const jobs = await counted(company, 'jobs');
  const along = await counted(await newTestCompany(product.description, empty), 'jobs');
  const all = [contacts, jobs, along];
  const ratio = Math.max(contacts.ratio, jobs.ratio);
  const exact = all.every(
    ({ migration }) => migration.status === 'completed' && migration.reconciliation?.difference === 0,
  );
  return {
    name: 'engine-calls',
    ratio,
    goal,
    ok: exact && ratio <= goal,
    detail: {
      ...described('contacts', contacts),
      ...described('jobs', jobs),
      ...described('jobs on an empty portal', along),
      ...perThousand(
        'contacts that come along, per 1,000 of them',
        along.calls.alongside,
        along.migration.reconciliation?.alongside['contact']?.created ?? 0,
      ),
    },
  };
}

async function counted(company: TestCompany, migrationType: SourceListName): Promise<Counted> {
  const { control, user } = company;
  const connection = await company.connect();
  const from = await lastRequest(company);
  tell(`Migrating ${migrationType} ...`);
  const { id } = await company.startMigration(connection, { migrationType, batchSize: 100 });
  const migration = await untilClosed(company, id);
  const calls = countCalls(await control.requests(user.companyId, from), migrationType);
  const pairs = migration.reconciliation?.alongside['job_contact']?.created ?? 0;
  const least = leastCalls(migrationType, await listLengths(company, migrationType), pairs);
  return { migration, calls, least, ratio: round(totalOf(calls.own) / least) };
}

/** How long the lists at AccuLynx are: one of contacts, two of jobs, since none holds them all. */
async function listLengths({ control, user }: TestCompany, type: SourceListName): Promise<number[]> {
  if (type === 'contacts') return [(await control.sourceIds(user.companyId, type)).length];
  const jobs = migratedJobs(await control.sourceJobs(user.companyId));
  const assigned = jobs.filter((job) => job.assigned).length;
  return [jobs.length - assigned, assigned];
}

/** Figures for 1,000 records, by kind of call. */
function described(what: string, { migration, calls, least, ratio }: Counted): BenchResult['detail'] {
  const records = migration.processedCount;
  return {
    [`${what}: ratio`]: ratio,
    [`${what}: records`]: records,
    [`${what}: calls`]: totalOf(calls.own),
    [`${what}: least calls`]: least,
    ...perThousand(`${what}, per 1,000`, calls.own, records),
  };
}

const perThousand = (what: string, counts: CallCounts, records: number): BenchResult['detail'] =>
  Object.fromEntries(
    Object.entries(counts).map(([kind, count]) => [`${what}: ${kind}`, round((count / records) * 1_000)]),
  );
