import { endpointUrl, getRecordLife, searchRecords } from '@ridgeline/contracts';
import { analyzePast, makePast, past } from '@ridgeline/testkit';
import type { BenchResult } from './benchmark.ts';
import { quantile, round } from './measuring/statistics.ts';
import { tell } from './measuring/surroundings.ts';
import { startOrchestratorStand } from './orchestrator-stand/orchestrator-stand.ts';

/** For a search over a million outcomes, from the request to the complete answer. */
const goalMs = 300;
const searches = 200;
const companyId = 'past-3';

/**
 * What a user types: the beginning of a name that 25,000 contacts share, a name that 50 share, a full name, an email, an
 * id, and something unknown.
 */
const questions = [
  (n: number) => `fir${n % 2 ? 's' : ''}`,
  (n: number) => `first${n % 500}`,
  (n: number) => `first${n % 500} last${n}`,
  (n: number) => `contact-3-${n}@example.com`,
  (n: number) => String(3_000_000 + n),
  (n: number) => `unknown${n}`,
] as const;

/**
 * How long a user waits for a record search, and for the history of a record, over a million past outcomes. The ratio is
 * the 95th percentile of all searches relative to its goal.
 */
export async function run(): Promise<BenchResult> {
  await using resources = new AsyncDisposableStack();
  const stand = await startOrchestratorStand(resources, 'record-search');
  tell('Filling a past ...');
  await makePast(stand.adminUrl);
  await analyzePast(stand.adminUrl);
  const service = await stand.start(companyId);
  const ask = async (path: string): Promise<{ answer: unknown; ms: number }> => {
    const headers = await stand.headers(companyId);
    const start = performance.now();
    const response = await fetch(service.ready + path, { headers });
    const answer: unknown = await response.json();
    const ms = performance.now() - start;
    if (!response.ok) throw new Error(`${path} was answered with ${String(response.status)}`);
    return { answer, ms };
  };
  tell(`Searching ${searches} times ...`);
  const waited: number[] = [];
  const lives: number[] = [];
  let found = 0;
  for (let n = 1; n <= searches; n += 1) {
    const question = questions[n % questions.length] ?? questions[0];
    const { answer, ms } = await ask(endpointUrl(searchRecords.path, {}, { search: question(n * 37) }));
    waited.push(ms);
    const [record] = searchRecords.answer.parse(answer).records;
    if (!record) continue;
    found += 1;
    lives.push((await ask(endpointUrl(getRecordLife.path, { kind: record.kind, id: record.sourceId }))).ms);
  }
  const p95 = quantile(waited, 0.95);
  const ratio = round(p95 / goalMs);
  return {
    name: 'record-search',
    ratio,
    goal: 1,
    // Five of six searches have a result.
    ok: ratio <= 1 && found >= searches * 0.8,
    detail: {
      outcomes: past.outcomes,
      searches,
      'searches that found something': found,
      'ms to the answer, median': round(quantile(waited, 0.5)),
      'ms to the answer, 95th percentile': round(p95),
      'ms to the life of a record, 95th percentile': round(quantile(lives, 0.95)),
    },
  };
}
