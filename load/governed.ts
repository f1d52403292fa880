import type { Migration } from '@ridgeline/contracts';
import { newTestCompany, type SeenRequest } from '@ridgeline/testkit';
import type { BenchResult } from './benchmark.ts';
import { lastRequest, startMeasuredProduct, untilClosed } from './measuring/product.ts';
import { round } from './measuring/statistics.ts';
import { tell } from './measuring/surroundings.ts';
import { loadYardstick } from './measuring/yardsticks.ts';

/** The share of AccuLynx's limit that one migration at the defaults must reach. */
const goal = 0.8;
const contacts = 5_000;
/** AccuLynx admits 10 calls per second, of 50 contacts each. */
const admittedPerSecond = 500;
const latencyMs = 150;

/**
 * One migration of 5,000 contacts at the defaults, under both vendors' limits and 150 ms per call, from its start to
 * `completed`; compared with a careful script with HubSpot's SDK on accounts of the same size. The ratio is records per
 * second relative to what AccuLynx admits; no call may be answered with 429.
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

/** What a careful script is given. */
export interface ScriptAccounts {
  readonly acculynx: { readonly address: string; readonly apiKey: string };
  readonly hubspot: { readonly address: string; readonly token: string };
}

interface SourceContact {
  readonly id: string;
  readonly firstName?: string;
  readonly lastName?: string;
  readonly companyName?: string;
  readonly emailAddresses?: readonly { readonly address?: string }[];
}

/** The parts of HubSpot's SDK used here; its own types are missing where it is not installed. */
interface HubSpotSdk {
  readonly Client: new (options: { accessToken: string; basePath: string }) => {
    readonly crm: { readonly contacts: { readonly batchApi: BatchApi } };
  };
}

interface BatchApi {
  upsert(body: { inputs: readonly object[] }): Promise<{ readonly results: readonly unknown[] }>;
}

const pageSize = 50;
const batchSize = 100;

/**
 * What a careful consultant writes in an afternoon: it reads page after page, trims values, drops repeated emails, and
 * upserts batches of a hundred by a unique id with HubSpot's own SDK. It respects limits only by waiting for each answer,
 * keeps no summary, and loses a rejected batch. Returns how many records HubSpot accepted, and in how many calls.
 */
export async function carefulScript({
  acculynx,
  hubspot,
}: ScriptAccounts): Promise<{ written: number; calls: number }> {
  const { Client } = (await loadYardstick('@hubspot/api-client')) as HubSpotSdk;
  const client = new Client({ accessToken: hubspot.token, basePath: hubspot.address });
  const emails = new Set<string>();
  let written = 0;
  let calls = 0;
  let batch: SourceContact[] = [];
  const flush = async (): Promise<void> => {
    const inputs = batch.map((contact) => ({
      id: contact.id,
      idProperty: 'acculynx_contact_id',
      properties: valuesOf(contact, emails),
    }));
    batch = [];
    calls += 1;
    const answer = await client.crm.contacts.batchApi.upsert({ inputs }).catch(() => null);
    written += answer?.results.length ?? 0;
  };
  for (let page = 0; ; page += 1) {
    const url = `${acculynx.address}/api/v2/contacts?pageSize=${pageSize}&pageStartIndex=${page}&includes=emailAddress,phoneNumber`;
    const response = await fetch(url, { headers: { authorization: `Bearer ${acculynx.apiKey}` } });
    calls += 1;
    const { items, count } = (await response.json()) as { items: SourceContact[]; count: number };
    batch.push(...items);
    const isLast = (page + 1) * pageSize >= count;
    if (batch.length >= batchSize || isLast) await flush();
    if (isLast) return { written, calls };
  }
}

function valuesOf(contact: SourceContact, emails: Set<string>): Record<string, string> {
  const email = contact.emailAddresses?.[0]?.address?.trim().toLowerCase() ?? '';
  const isNew = /^[^@\s]+@[^@\s]+\.[a-z]+$/.test(email) && !emails.has(email);
  if (isNew) emails.add(email);
  const values = {
    firstname: contact.firstName?.trim() ?? '',
    lastname: contact.lastName?.trim() ?? '',
    company: contact.companyName?.trim() ?? '',
    ...(isNew ? { email } : {}),
  };
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''));
}
