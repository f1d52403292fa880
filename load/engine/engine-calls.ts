import type { Migration } from '@ridgeline/contracts';
import {
  migratedJobs,
  newTestCompany,
  type SeenRequest,
  type SourceListName,
  type TestCompany,
} from '@ridgeline/testkit';
import type { BenchResult } from '../benchmark.ts';
import { lastRequest, startMeasuredProduct, untilClosed } from '../measuring/product.ts';
import { round } from '../measuring/statistics.ts';
import { tell } from '../measuring/surroundings.ts';

/** All calls of a first run, divided by the smallest possible number of calls. */
const goal = 1.15;
/** The demo company's sizes, over which a run's one-time calls are spread. */
const size = { contacts: 5_000, jobs: 2_000 };
/** Contacts that are copied with jobs are read one by one, 10 per second. */
const empty = { contacts: 1_000, jobs: 400 };

/** A migration with what it called. */
interface Counted {
  readonly migration: Migration;
  readonly calls: CountedCalls;
  readonly least: number;
  readonly ratio: number;
}

/**
 * How many calls the engine makes at both vendors: for contacts into an empty portal, then for the jobs of the same
 * company, whose contacts are there; and for the jobs of another company, whose contacts are copied with them. The ratio is
 * the worse of contacts and jobs.
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

/** The lengths of AccuLynx' lists: one list of contacts; two of jobs, since neither holds all of them. */
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

/** What a call of the engine is for. */
type CallKind =
  | 'pages'
  | 'single contacts'
  | 'other AccuLynx calls'
  | 'reads'
  | 'upserts'
  | 'other writes'
  | 'associations'
  | 'other HubSpot calls';

/** How many calls of each kind there were. */
export type CallCounts = Readonly<Partial<Record<CallKind, number>>>;

/** A migration's calls by purpose: for its own records, and for the contacts that were copied with jobs. */
export interface CountedCalls {
  readonly own: CallCounts;
  readonly alongside: CallCounts;
}

/** Sorts a run's calls; in a run of jobs, every call about contacts belongs to those copied with jobs. */
export function countCalls(requests: readonly SeenRequest[], migrated: SourceListName): CountedCalls {
  const isAlongside = (request: SeenRequest): boolean => migrated === 'jobs' && isAboutContacts(request);
  return {
    own: tally(requests.filter((request) => !isAlongside(request))),
    alongside: tally(requests.filter(isAlongside)),
  };
}

/** All calls, of whatever kind. */
export const totalOf = (counts: CallCounts): number =>
  Object.values(counts).reduce((total, count) => total + count, 0);

function tally(requests: readonly SeenRequest[]): CallCounts {
  return Object.fromEntries([...Map.groupBy(requests, kindOf)].map(([kind, calls]) => [kind, calls.length]));
}

const isAboutContacts = ({ vendor, path }: SeenRequest): boolean =>
  vendor === 'acculynx' ? path.startsWith('/api/v2/contacts') : /\/objects\/[^/]+\/contacts\//.test(path);

function kindOf({ vendor, path }: SeenRequest): CallKind {
  if (vendor === 'acculynx') {
    if (/^\/api\/v2\/(contacts|jobs)$/.test(path)) return 'pages';
    return path.startsWith('/api/v2/contacts/') ? 'single contacts' : 'other AccuLynx calls';
  }
  if (path.includes('/associations/') && path.includes('/batch/')) return 'associations';
  if (path.endsWith('/batch/read')) return 'reads';
  if (path.endsWith('/batch/upsert')) return 'upserts';
  return /\/batch\/(create|update)$/.test(path) ? 'other writes' : 'other HubSpot calls';
}

/** Records of a page at AccuLynx (docs/vendors/acculynx.md, 3). */
const pageSize = { contacts: 50, jobs: 25 } as const satisfies Record<SourceListName, number>;
/** Records of a batch and pairs of an association pack at HubSpot (docs/vendors/hubspot.md, 7 and 10). */
const batchSize = 100;
const packSize = 2_000;

/**
 * The fewest calls that read and look up the records of these lists without creating duplicates: one per page of each list,
 * and one per batch.
 */
export function leastReads(type: SourceListName, lists: readonly number[]): number {
  const pages = lists.reduce((sum, length) => sum + Math.ceil(length / pageSize[type]), 0);
  return pages + batchesOf(lists);
}

/** The fewest calls that copy the records: each batch is also written once, and associated in full packs. */
export const leastCalls = (type: SourceListName, lists: readonly number[], pairs: number): number =>
  leastReads(type, lists) + batchesOf(lists) + Math.ceil(pairs / packSize);

const batchesOf = (lists: readonly number[]): number =>
  Math.ceil(lists.reduce((sum, length) => sum + length, 0) / batchSize);
