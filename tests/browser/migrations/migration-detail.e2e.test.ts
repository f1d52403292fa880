import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Migration, MigrationLog, Reconciliation } from '@ridgeline/contracts';
import { stackOfTests, type TestCompany } from '@ridgeline/testkit';
import type { Page } from 'playwright-core';
import { browserOfTests } from '../../support/browser-of-tests.ts';
import { endedRun } from '../../support/migrations.ts';
import { complaintsOf, inspect, looks } from '../../support/pages.ts';
import { showMigration } from '../../support/shown-migration.ts';
import { blankPageOf } from '../../support/signed-in-page.ts';

const stack = stackOfTests();
const newContext = browserOfTests();

let company: TestCompany;
let migration: Migration;
let account: Reconciliation;

beforeAll(async () => {
  ({ company, migration, account } = await endedRun());
}, 60_000);

const address = () => `/migrations/${migration.id}`;

/** Shows the migration with some values changed. */
async function show(page: Page, difference: Partial<Migration>): Promise<void> {
  await page.unroute(`**/api${address()}`);
  await showMigration(page, stack.gateway + address(), difference);
}

const none = { processedCount: 0, successCount: 0, createdCount: 0, updatedCount: 0, unchangedCount: 0 };
const nothing = { ...none, skipCount: 0, errorCount: 0, targetCount: 0 };
const million = {
  targetCount: 1_000_000,
  processedCount: 612_345,
  successCount: 611_000,
  createdCount: 600_000,
  updatedCount: 10_000,
  unchangedCount: 1_000,
  skipCount: 1_200,
  errorCount: 145,
};
const underWay = {
  status: 'running',
  phase: 'writing',
  health: 'healthy',
  completedAt: null,
  reconciliation: null,
} as const;
const long = `Ridgeway & Sons ${'Northglenn '.repeat(9)}${'x'.repeat(60)}`;
const half = { ...nothing, targetCount: 75, processedCount: 70, successCount: 70, createdCount: 70 };
const stopped = { source: 70, created: 70, countedBySource: null, foundAtEnd: null, heldStill: null };

/** Each state of a migration, and a text that shows that the page displays it. */
const states = (): Readonly<Record<string, readonly [Partial<Migration>, string]>> => ({
  queued: [
    { ...nothing, status: 'queued', startedAt: null, completedAt: null, reconciliation: null },
    'It starts as soon as a worker is free and its HubSpot portal is not in use.',
  ],
  'standing still, with a long name': [
    { ...underWay, ...million, connectionName: long, health: 'stalled' },
    'No progress for several minutes. What was written stays; cancel it and start it again if this lasts.',
  ],
  waiting: [
    { ...underWay, ...million, phase: 'waiting', waitingFor: "Waiting for HubSpot's limit" },
    'It resumes automatically; nothing is lost.',
  ],
  finishing: [{ ...underWay, phase: 'finishing' }, 'Checking the last records'],
  'completed with nothing': [
    {
      ...nothing,
      reconciliation: {
        ...account,
        source: 0,
        created: 0,
        countedBySource: 0,
        foundAtEnd: 0,
        warnedByReason: {},
      },
    },
    'AccuLynx listed no contacts, so nothing was to be copied. If there should be some, see whether the AccuLynx key of the connection belongs to the right location.',
  ],
  // Each number has seven digits.
  'completed with millions of refusals': [
    {
      targetCount: 5_555_555,
      processedCount: 5_555_555,
      successCount: 3_333_333,
      createdCount: 1_111_111,
      updatedCount: 1_111_111,
      unchangedCount: 1_111_111,
      skipCount: 1_111_111,
      errorCount: 1_111_111,
      reconciliation: {
        ...account,
        source: 5_555_555,
        created: 1_111_111,
        updated: 1_111_111,
        unchanged: 1_111_111,
        skipped: 1_111_111,
        failed: 1_111_111,
        countedBySource: 5_555_555,
        foundAtEnd: 5_555_555,
        skippedByReason: { no_email: 1_111_111 },
        failedByReason: { invalid_option: 1_111_111 },
        warnedByReason: { email_shared: 1_111_111 },
      },
    },
    'Completed, 1,111,111 rejected, 1,111,111 without their email',
  ],
  failed: [
    {
      ...half,
      status: 'failed',
      failureMessage: 'HubSpot refused the token.',
      reconciliation: { ...account, ...stopped },
    },
    'Stopped by an error after 70 of 75 contacts',
  ],
  cancelled: [
    { ...half, status: 'cancelled', reconciliation: { ...account, ...stopped } },
    'Cancelled after 70 of 75 contacts',
  ],
});

describe.each(looks)('On a $name', (look) => {
  test('Every state of a migration is described in words, fits and is accessible', async () => {
    await using context = await newContext(look);
    const page = await blankPageOf(context, company);
    const complaints = complaintsOf(page);
    // Keep the log short: axe is slow per row, and long logs are covered below.
    await page.route(`**/api${address()}/logs?*`, async (route) => {
      const lines = (await (await route.fetch()).json()) as MigrationLog[];
      await route.fulfill({ json: lines.slice(0, 4) });
    });
    for (const [difference, text] of Object.values(states())) {
      await show(page, difference);
      await page.getByText(text, { exact: true }).waitFor();
      const isPhone = look.viewport.width < 768;
      if (isPhone) await page.getByRole('button', { name: 'Show logs' }).click();
      await page.getByRole(isPhone ? 'list' : 'table', { name: 'Log entries' }).waitFor();
      await inspect(page);
    }
    expect(complaints).toEqual([]);
  }, 90_000);

  test('When a migration does not exist, is loading, or cannot be loaded, then its page says so', async () => {
    await using context = await newContext(look);
    const page = await blankPageOf(context, company);
    await page.goto(`${stack.gateway}/migrations/999999`);
    await page.getByRole('heading', { name: 'Migration Not Found', level: 1 }).waitFor();
    expect(await page.title()).toBe('Migration Not Found - Ridgeline');
    await inspect(page);

    // The page's own request waits and then fails, while all others are answered.
    let answer: () => void = () => undefined;
    const asked = new Promise<void>((resolve) => (answer = resolve));
    await page.route(`**/api${address()}`, async (route) => {
      await asked;
      await route.fulfill({ status: 500, json: { error: 'Something failed', requestId: 'r-1' } });
    });
    await page.goto(stack.gateway + address());
    await page.getByText('Loading the migration').waitFor({ state: 'attached' });
    await inspect(page);
    answer();
    await page.getByText('Could not load the migration').waitFor({ timeout: 20_000 });
    await inspect(page);
  }, 90_000);
});
