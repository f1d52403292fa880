import {
  accuracyVerdictSchema,
  findingVerdictSchema,
  listSyncs,
  syncPageSize,
  type AccuracyFinding,
  type AccuracyStatus,
  type AccuracyVerdict,
  type FindingVerdict,
  type SweepFinding,
  type SweepStatus,
  type SyncDeadLetter,
  type SyncedRecord,
  type SyncStatus,
} from '@ridgeline/contracts';
import type { Page } from 'playwright-core';

const before = (ms: number): string => new Date(Date.now() - ms).toISOString();

/** Copied records of every outcome, in turn, the newest with the id `newest`. */
const recordsOf = (newest: number, count: number): readonly SyncedRecord[] =>
  Array.from({ length: count }, (_, index) => {
    const turn = index % 4;
    const skipped = turn === 2;
    return {
      id: newest - index,
      kind: turn === 1 ? 'job' : 'contact',
      sourceId: `0b6f2f9c-5f0a-4f0e-9f57-${String(newest - index).padStart(12, '0')}`,
      outcome: turn === 1 ? 'created' : skipped ? 'skipped' : 'updated',
      hubspotId: skipped ? null : String(500 + index),
      name: turn === 3 ? longName : `Record ${String(newest - index)}`,
      reason: skipped ? 'no_email' : null,
      message: null,
      detail: null,
      field: null,
      origin: 'event',
      knownAt: before(4_000 + index * 1_000),
      copiedAt: before(index * 1_000),
      warnings: turn === 3 ? ['email_in_use'] : [],
      changes: skipped
        ? []
        : [{ property: turn === 1 ? 'dealname' : 'phone', before: null, after: longName }],
    };
  });

const longName = 'Consolidated Roofing & Exteriors of the Greater North Platte Valley and its Estates';

const failedOf = (count: number): readonly SyncDeadLetter[] =>
  Array.from({ length: count }, (_, index) => ({
    kind: 'contact',
    sourceId: `c-${String(index)}`,
    name: index === 1 ? longName : `Failed ${String(index + 1)}`,
    reason: 'invalid_email',
    message: 'HubSpot does not accept the email address',
    detail: 'Property values were not valid: ann@@ is not a valid email address',
    field: 'email',
    attempts: 1,
    knownAt: before(700_000),
    failedAt: before(600_000),
  }));

/** Changes that a check found, newest first, the newest with the id `newest`. */
const findingsOf = (newest: number, verdict: FindingVerdict): readonly SweepFinding[] =>
  Array.from({ length: Math.min(newest, syncPageSize) }, (_, index) => ({
    id: newest - index,
    kind: index % 2 === 0 ? 'contact' : 'job',
    sourceId: `0b6f2f9c-5f0a-4f0e-9f57-${String(newest - index).padStart(12, '0')}`,
    name: index === 1 ? longName : `Found ${String(newest - index)}`,
    verdict,
    foundAt: before(7_200_000 + index * 60_000),
    changedAt: index % 2 === 0 ? null : before(9_000_000 + index * 60_000),
  }));

/** Records that differ in HubSpot from what was copied, newest first, the newest with the id `newest`. */
const differencesOf = (newest: number, verdict: AccuracyVerdict): readonly AccuracyFinding[] =>
  Array.from({ length: Math.min(newest, syncPageSize) }, (_, index) => ({
    id: newest - index,
    kind: index % 2 === 0 ? 'contact' : 'job',
    sourceId: `0b6f2f9c-5f0a-4f0e-9f57-${String(newest - index).padStart(12, '0')}`,
    hubspotId: String(500 + index),
    name: index === 1 ? longName : `Compared ${String(newest - index)}`,
    verdict,
    properties: ['phone', 'city'].map((property) => ({
      property,
      by: verdict === 'repaired' ? null : 'CRM_UI',
    })),
    foundAt: before(7_200_000 + index * 60_000),
  }));

/** The requests that changed auto-sync. */
export interface AskedOfSync {
  readonly retried: unknown[];
  /** How many checks were started. */
  checks: number;
  /** How many comparisons with HubSpot were started. */
  comparisons: number;
}

/** Answers all requests about a connection's auto-sync, which is on: 60 records were copied, and so many failed. */
export async function answerSync(page: Page, connectionId: number, failed: number): Promise<AskedOfSync> {
  const asked: AskedOfSync = { retried: [], checks: 0, comparisons: 0 };
  const { retried } = asked;
  const status: SyncStatus = {
    connectionId,
    state: 'working',
    upToDateAsOf: before(12_000),
    waiting: 14,
    oldestWaitingAt: before(9_000),
    delayMs: 3_200,
    lastEventAt: before(2_000),
    waitingFor: null,
    deadLetters: failed,
    leftToMigrations: 128,
    missed: 53,
  };
  const own = `**${listSyncs.path}/${String(connectionId)}`;
  await page.route(`**${listSyncs.path}`, (route) =>
    route.fulfill({ json: [retried.length > 0 ? { ...status, deadLetters: failed - 1 } : status] }),
  );
  await page.route(`${own}/records*`, (route) => {
    const newest = Number(new URL(route.request().url()).searchParams.get('before') ?? 61) - 1;
    const records = recordsOf(newest, Math.min(newest, syncPageSize));
    return route.fulfill({ json: { records, hasMore: newest > records.length } });
  });
  await page.route(`${own}/dead-letters*`, (route) =>
    route.fulfill({ json: { records: failedOf(failed).slice(retried.length, syncPageSize), total: failed } }),
  );
  await page.route(`${own}/dead-letters/retries`, (route) => {
    retried.push(route.request().postDataJSON());
    return route.fulfill({ json: { retried: 1 } });
  });
  await page.route(`${own}/sweeps`, (route) => {
    if (route.request().method() === 'POST') {
      asked.checks += 1;
      return route.fulfill({ json: { started: 4 } });
    }
    const sweeps: SweepStatus = {
      lastAt: before(180_000),
      nextAt: before(asked.checks > 0 ? 0 : -660_000),
      allComparedAt: before(3_000_000),
      allTakesMs: 4_200_000,
      missed: 53,
      late: 4,
      early: 0,
    };
    return route.fulfill({ json: sweeps });
  });
  await page.route(`${own}/findings*`, (route) => {
    const query = new URL(route.request().url()).searchParams;
    const newest = Number(query.get('before') ?? 54) - 1;
    const findings = findingsOf(newest, findingVerdictSchema.parse(query.get('verdict')));
    return route.fulfill({ json: { findings, hasMore: newest > findings.length } });
  });
  await page.route(`${own}/accuracy`, (route) => {
    if (route.request().method() === 'POST') {
      asked.comparisons += 1;
      return route.fulfill({ json: { started: 2 } });
    }
    const accuracy: AccuracyStatus = {
      lastAt: before(86_400_000),
      nextAt: before(-3_600_000),
      whole: false,
      compared: 200,
      equal: 198,
      changedByPeople: 2,
      repaired: 0,
      gone: 0,
      repairing: 0,
      underWay: asked.comparisons > 0 ? 100 : null,
      listed: { changed_by_people: 53, repaired: 4, gone: 0 },
    };
    return route.fulfill({ json: accuracy });
  });
  await page.route(`${own}/accuracy/findings*`, (route) => {
    const query = new URL(route.request().url()).searchParams;
    const newest = Number(query.get('before') ?? 54) - 1;
    const findings = differencesOf(newest, accuracyVerdictSchema.parse(query.get('verdict')));
    return route.fulfill({ json: { findings, hasMore: newest > findings.length } });
  });
  return asked;
}
