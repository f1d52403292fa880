import type { SourceStreamOptions } from '@ridgeline/testkit';
import {
  answerAsMeasured,
  newSyncedCompany,
  runStream,
  untilCurrent,
  untilSwept,
  type SyncedCompany,
} from './autosync/synced-company.ts';
import { arrivalOf, isExact } from './autosync/delays.ts';
import { leastSyncCalls } from './autosync/least-calls.ts';
import type { BenchResult } from './benchmark.ts';
import { lastRequest, startMeasuredProduct } from './measuring/product.ts';
import { round } from './measuring/statistics.ts';
import { tell } from './measuring/surroundings.ts';

/** All calls, divided by the smallest possible number of calls. */
const goal = 1.3;
const sizes = { contacts: 1_000, jobs: 400 };
const stream = { perSecond: 4, seconds: 180 };
/** A thousand new contacts and a thousand new jobs in ten seconds. */
const imported = { perSecond: 200, seconds: 10, newShare: 1 };

/**
 * How many calls auto-sync makes at both vendors, for a company with a steady stream of changes and for one that imports
 * records.
 */
export async function run(): Promise<BenchResult> {
  await using resources = new AsyncDisposableStack();
  const product = await startMeasuredProduct(resources, 'autosync-calls');
  const steady = await newSyncedCompany(product.description, sizes);
  const importing = await newSyncedCompany(product.description, sizes);
  tell('The first sweeps, whose calls are not those of events ...');
  await untilSwept([steady, importing], 300_000);
  await answerAsMeasured(steady.company);
  tell('The stream ...');
  const changes = await counted(steady, stream);
  tell('The import ...');
  const records = await counted(importing, imported);
  const ratio = Math.max(changes.ratio, records.ratio);
  return {
    name: 'autosync-calls',
    ratio,
    goal,
    ok: ratio <= goal && changes.exact && records.exact,
    detail: {
      'stream: ratio': changes.ratio,
      'stream: calls': changes.calls,
      'stream: least calls': changes.least,
      'import: ratio': records.ratio,
      'import: calls': records.calls,
      'import: least calls': records.least,
      exact: String(changes.exact && records.exact),
    },
  };
}

async function counted(
  synced: SyncedCompany,
  options: Omit<SourceStreamOptions, 'companies'>,
): Promise<{ ratio: number; calls: number; least: number; exact: boolean }> {
  const { company } = synced;
  const { control, user } = company;
  const from = await lastRequest(company);
  const { changes } = await runStream(control, { ...options, companies: [synced.stream] });
  await untilCurrent([synced], 120_000);
  const calls = (await control.requests(user.companyId, from)).length;
  const contacts = (await control.sourceIds(user.companyId, 'contacts')).length;
  const least = leastSyncCalls(changes, contacts);
  const exact = isExact(await arrivalOf(company, changes));
  return { ratio: round(calls / least), calls, least, exact };
}
