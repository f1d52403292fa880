import { beforeAll } from '@jest/globals';
import type {
  AnswerOf,
  listChecks,
  Migration,
  RecordChanges,
  Reconciliation,
  Throughput,
} from '@ridgeline/contracts';
import type { Page } from 'playwright-core';
import { endedRun, type EndedRun } from './migrations.ts';

const longName = 'Consolidated Roofing & Exteriors of the Greater North Platte Valley and its Estates';

const value = (property: string, label: string, before: string | null, after: string) => ({
  property,
  label,
  before,
  after,
});

const nothingSaid = { reason: null, message: null, detail: null, field: null, changes: [], warnings: [] };

/** A run that has ended, for the tests of a file. */
export function endedRunOfFile(): () => EndedRun {
  let run: EndedRun | undefined;
  beforeAll(async () => {
    run = await endedRun();
  }, 60_000);
  return () => {
    if (!run) throw new Error('The run ends before the first test of a file');
    return run;
  };
}

/** Records of every outcome, in turn. */
export const madeUpRecords = (count: number): readonly RecordChanges[] =>
  Array.from({ length: count }, (_, index) => {
    const sourceId = `0b6f2f9c-5f0a-4f0e-9f57-${String(index).padStart(12, '0')}`;
    const own = { sourceId, kind: 'contact', name: `Record ${String(index + 1)}`, hubspotId: null };
    const email = value('email', 'Email', null, `ann${String(index)}@@summit.test`);
    const phone = value('phone', 'Phone Number', '(402) 555-0100', '(402) 555-0199');
    switch (index % 5) {
      case 0:
        return {
          ...nothingSaid,
          ...own,
          name: index === 0 ? longName : own.name,
          outcome: 'created',
          changes: [
            email,
            value('firstname', 'First Name', null, 'Ann'),
            value('lastname', 'Last Name', null, longName),
            value('city', 'City', null, 'North Platte'),
            value('zip', 'Postal Code', null, '69101'),
          ],
          warnings: [
            { code: 'email_shared', message: 'another AccuLynx contact has the same email address' },
          ],
        };
      case 1:
        return {
          ...nothingSaid,
          ...own,
          hubspotId: String(500 + index),
          outcome: 'updated',
          changes: [phone, value('city', 'City', 'Omaha', '')],
        };
      case 2:
        return {
          ...nothingSaid,
          ...own,
          outcome: 'skipped',
          reason: 'no_email',
          message: 'no email address in AccuLynx',
        };
      case 3:
        return { ...nothingSaid, ...own, hubspotId: String(500 + index), outcome: 'unchanged' };
      default:
        return {
          ...nothingSaid,
          ...own,
          outcome: 'failed',
          reason: 'invalid_email',
          message: 'HubSpot does not accept the email address',
          detail: 'Property values were not valid: not a valid email address',
          field: 'email',
          changes: [email, phone],
        };
    }
  });

/** The summary and the counts of a migration of such records. */
export function countsOf(account: Reconciliation, records: readonly RecordChanges[]): Partial<Migration> {
  const count = (outcome: RecordChanges['outcome']) =>
    records.filter((record) => record.outcome === outcome).length;
  const [created, updated, unchanged] = [count('created'), count('updated'), count('unchanged')];
  const [skipped, failed] = [count('skipped'), count('failed')];
  const source = records.length;
  return {
    targetCount: source,
    processedCount: source,
    successCount: created + updated + unchanged,
    createdCount: created,
    updatedCount: updated,
    unchangedCount: unchanged,
    skipCount: skipped,
    errorCount: failed,
    reconciliation: {
      ...account,
      ...{ source, created, updated, unchanged, skipped, failed, difference: 0 },
      ...{ countedBySource: source, foundAtEnd: source },
      skippedByReason: skipped > 0 ? { no_email: skipped } : {},
      failedByReason: failed > 0 ? { invalid_email: failed } : {},
      warnedByReason: created > 0 ? { email_shared: created } : {},
    },
  };
}

/** The bodies that the page sent, by the last part of the path. */
export type SentBodies = Readonly<Record<'plan-runs' | 'retries' | 'undos', unknown[]>>;

const noThroughput = {
  at: new Date().toISOString(),
  from: null,
  stepMs: 2_000,
  records: [],
  recent: null,
} satisfies Throughput;

const noDuplicates = { duplicates: [], next: null, open: 0, answered: 0, same: 0 };
const noChecks = { checks: [], written: 0, startedBy: 1 } satisfies AnswerOf<typeof listChecks>;

const pageSize = 50;

interface AnsweredRun {
  /** As the server answers it, but newer than anything from the stream. */
  readonly migration: Migration;
  readonly records?: readonly RecordChanges[];
  readonly following?: readonly Migration[];
}

/** Answers all requests about a migration; stores what is sent, and answers it with `created`. */
export async function answerRun(
  page: Page,
  { migration, records = [], following = [] }: AnsweredRun,
  created?: (
    call: keyof SentBodies,
    body: unknown,
  ) => Migration | { readonly status: number; readonly json: unknown },
): Promise<SentBodies> {
  const sent: SentBodies = { 'plan-runs': [], retries: [], undos: [] };
  const path = `**/api/migrations/${String(migration.id)}`;
  await page.route(path, (route) => route.fulfill({ json: { ...migration, version: 1_000_000 } }));
  await page.route(`${path}/logs?*`, (route) => route.fulfill({ json: [] }));
  await page.route(`${path}/throughput`, (route) => route.fulfill({ json: noThroughput }));
  await page.route(`${path}/checks`, (route) => route.fulfill({ json: noChecks }));
  await page.route(`${path}/following`, (route) => route.fulfill({ json: { followed: null, following } }));
  await page.route(`${path}/duplicates`, (route) => route.fulfill({ json: noDuplicates }));
  await page.route(`${path}/records?*`, (route) =>
    route.fulfill({ json: pageOf(records, route.request().url()) }),
  );
  await page.route(`${path}/records`, (route) =>
    route.fulfill({ json: pageOf(records, route.request().url()) }),
  );
  for (const call of ['plan-runs', 'retries', 'undos'] as const)
    await page.route(`${path}/${call}`, (route) => {
      const body: unknown = route.request().postDataJSON();
      sent[call].push(body);
      const answer = created?.(call, body) ?? migration;
      return 'json' in answer ? route.fulfill(answer) : route.fulfill({ status: 201, json: answer });
    });
  return sent;
}

/** The page of records that an address asks for. */
function pageOf(records: readonly RecordChanges[], address: string) {
  const asked = new URL(address).searchParams;
  const [outcome, reason, search] = [asked.get('outcome'), asked.get('reason'), asked.get('search')];
  const fit = records.filter(
    (record) =>
      (outcome === null || record.outcome === outcome) &&
      (reason === null || record.reason === reason || record.warnings.some(({ code }) => code === reason)) &&
      (search === null || record.name?.toLowerCase().includes(search.toLowerCase()) === true),
  );
  const from = Number(asked.get('after') ?? 0);
  const next = from + pageSize < fit.length ? String(from + pageSize) : null;
  return { records: fit.slice(from, from + pageSize), next };
}
