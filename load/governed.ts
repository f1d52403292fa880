import type { Migration } from '@ridgeline/contracts';
import { newTestCompany, type SeenRequest } from '@ridgeline/testkit';
import type { BenchResult } from './benchmark.ts';
import { carefulScript } from './governed/careful-script.ts';
import { startMeasuredProduct } from './measuring/product.ts';
import { round } from './measuring/round.ts';
import { tell } from './measuring/surroundings.ts';
import { lastRequest, untilClosed } from './measuring/until-closed.ts';

/** The share of AccuLynx's limit that one migration at the defaults is to reach. */
const goal = 0.8;
const contacts = 5_000;
/** AccuLynx admits ten calls a second of fifty contacts each. */
const admittedPerSecond = 500;
const latencyMs = 150;

/**
 * One migration of 5,000 contacts at the defaults, under both vendors' limits and 150 ms a call, from its start to
 * `completed`; beside it a careful script with HubSpot's SDK on accounts of the same size. The ratio is records a second
 * to what AccuLynx admits; no call may be answered 429.
 */
export async function run(): Promise<BenchResult> {
  await using resources = new AsyncDisposableStack();
  const product = await startMeasuredProduct(resources, 'governed');
  const ours = await newTestCompany(product.description, { contacts });
  const theirs = await newTestCompany(product.description, { contacts });
  const connection = await ours.connect();
  await theirs.connect();
  await ours.control.change({
    acculynx: { latency: { baseMs: latencyMs, perRecordMs: 0 } },
    hubspot: { latency: { baseMs: latencyMs, perRecordMs: 0 } },
  });

  tell('Our migration ...');
  const from = await lastRequest(ours);
  const { id } = await ours.startMigration(connection);
  const done = await untilClosed(ours, id);
  const seconds = secondsOf(done);
  const requests = await ours.control.requests(ours.user.companyId, from);

  tell('The careful script ...');
  const { simulators } = product.description;
  const started = performance.now();
  const script = await carefulScript({
    acculynx: { address: simulators.acculynx, apiKey: theirs.credentials.acculynxApiKey },
    hubspot: { address: simulators.hubspot, token: theirs.credentials.hubspotPat },
  });
  const scriptSeconds = (performance.now() - started) / 1_000;

  const limited = requests.filter(({ status }) => status === 429).length;
  const ratio = round(done.processedCount / seconds / admittedPerSecond);
  const exact = done.status === 'completed' && done.successCount + done.skipCount === contacts;
  return {
    name: 'governed',
    ratio,
    goal,
    ok: ratio >= goal && limited === 0 && exact,
    detail: {
      status: done.status,
      records: done.processedCount,
      seconds: round(seconds),
      'records per second': round(done.processedCount / seconds),
      'answers 429': limited,
      'AccuLynx calls per 1,000': round((count(requests, 'acculynx') / contacts) * 1_000),
      'HubSpot calls per 1,000': round((count(requests, 'hubspot') / contacts) * 1_000),
      'script seconds': round(scriptSeconds),
      'script records per second': round(contacts / scriptSeconds),
      'script records not written': contacts - script.written,
      'script calls per 1,000': round((script.calls / contacts) * 1_000),
    },
  };
}

const count = (requests: readonly SeenRequest[], vendor: SeenRequest['vendor']): number =>
  requests.filter((request) => request.vendor === vendor).length;

const secondsOf = ({ startedAt, completedAt }: Migration): number =>
  (Date.parse(completedAt ?? '') - Date.parse(startedAt ?? '')) / 1_000;
