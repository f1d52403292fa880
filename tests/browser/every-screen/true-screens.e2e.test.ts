import { describe, expect, test } from '@jest/globals';
import type { Migration, Reconciliation } from '@ridgeline/contracts';
import { newTestCompany, stackOfTests } from '@ridgeline/testkit';
import type { Page } from 'playwright-core';
import { browserOfTests } from '../../support/browser-of-tests.ts';
import { inspect, looks } from '../../support/pages.ts';
import { showMigration } from '../../support/shown-migration.ts';
import { blankPageOf, signedInPage } from '../../support/signed-in-page.ts';

const stack = stackOfTests();
const newContext = browserOfTests();

const nothing: Reconciliation = {
  source: 0,
  created: 0,
  updated: 0,
  removed: 0,
  unchanged: 0,
  skipped: 0,
  failed: 0,
  difference: 0,
  countedBySource: null,
  foundAtEnd: null,
  heldStill: null,
  skippedByReason: {},
  failedByReason: {},
  warnedByReason: {},
  alongside: {},
  addedOptions: [],
};

const show = (page: Page, id: number, difference: Partial<Migration>) =>
  showMigration(page, `${stack.gateway}/migrations/${id}`, difference);

test('When an answer to a cancellation tells little, then the page stays and shows the outcome', async () => {
  const company = await newTestCompany(stack, { contacts: 400 });
  const { id } = await company.startMigration(await company.connect(), { batchSize: 1, delayMs: 1000 });
  await using context = await newContext();
  const page = await blankPageOf(context, company);
  // Without events, only the answer can report the end.
  await page.route('**/api/migrations/events', (route) => route.abort());
  const tell = (status: number, body: object) =>
    page.route('**/cancel', async (route) => {
      if (status === 200) await route.fetch();
      await route.fulfill({ status, json: body });
    });
  await page.goto(`${stack.gateway}/migrations/${id}`);
  // Waits for the answer: otherwise, the last refused call could get the answer meant for the next call.
  const cancel = async () => {
    const answered = page.waitForResponse('**/cancel');
    await page.getByRole('button', { name: 'Cancel migration', exact: true }).click();
    await answered;
  };

  await tell(409, { message: 'Too late for that', requestId: 'r-1' });
  await page.getByRole('button', { name: `Cancel migration #${id}` }).click();
  await cancel();
  await page.getByText('Too late for that', { exact: true }).first().waitFor();
  // After each refusal the button has its name again: a spinner that stayed would change it.
  for (let refused = 0; refused < 25; refused++) await cancel();
  await tell(200, { id, status: 'cancelled' });
  await cancel();
  await page.getByText('Cancelled. What was written stays in HubSpot.').waitFor();
  expect(await page.getByText('This page broke').count()).toBe(0);
}, 60_000);

test('When the stream is open, then the badge of a migration says so in one word, and else what it waits for', async () => {
  const company = await newTestCompany(stack, { contacts: 400 });
  const { id } = await company.startMigration(await company.connect(), { batchSize: 1, delayMs: 1000 });
  await using context = await newContext();
  const page = await signedInPage(context, company, `/migrations/${id}`);
  const badge = page.getByRole('status').filter({ hasText: /Live|Offline|onnecting/ });
  await badge.getByText('Live', { exact: true }).waitFor();
  await inspect(page);
  await context.setOffline(true);
  await badge.getByText(/^Offline/).waitFor();
  // Stale values are gray by then, and must still be readable.
  await page.getByText('Could not refresh the log').waitFor();
  await inspect(page);
  await context.setOffline(false);
  await badge.getByText('Live', { exact: true }).waitFor({ timeout: 40_000 });
}, 90_000);

test('When the log of a migration has outlived its time, then the page says so, and that its counts stay', async () => {
  const company = await newTestCompany(stack, { contacts: 3 });
  const { id } = await company.startMigration(await company.connect());
  await using context = await newContext();
  const page = await blankPageOf(context, company);
  await page.route(`**/api/migrations/${id}/logs*`, (route) => route.fulfill({ json: [] }));
  const at = '2026-01-02T03:04:05.000Z';
  await show(page, id, { status: 'completed', startedAt: at, completedAt: at, processedCount: 3 });
  await page
    .getByText('The log of this migration is no longer available. Its counts and summary are.')
    .waitFor();
  await page.unroute(`**/api/migrations/${id}`);
  await show(page, id, { status: 'cancelled', startedAt: null, completedAt: at });
  await page.getByText('No log entries: it ended before it started.').waitFor();
}, 60_000);

describe.each(looks)('On a $name', (look) => {
  test('When a run stopped before it read, or AccuLynx counts otherwise than was read, then the account says so', async () => {
    const company = await newTestCompany(stack, { contacts: 3 });
    const { id } = await company.startMigration(await company.connect());
    await using context = await newContext(look);
    const page = await blankPageOf(context, company);

    const counts = { targetCount: 5000, processedCount: 0, successCount: 0, createdCount: 0, errorCount: 0 };
    const stopped = { ...counts, updatedCount: 0, unchangedCount: 0, skipCount: 0 };
    await show(page, id, {
      ...stopped,
      status: 'failed',
      failureMessage: 'The key was revoked.',
      reconciliation: nothing,
    });
    await page.getByText('It stopped before any of the 5,000 contacts was read from AccuLynx.').waitFor();
    await page.getByRole('button', { name: 'Show progress' }).click();
    await page.getByText('contacts counted, none read').waitFor();
    await inspect(page);

    await page.unroute(`**/api/migrations/${id}`);
    const account = { ...nothing, source: 1000, created: 1000, countedBySource: 1002 };
    await show(page, id, { status: 'completed', targetCount: 1000, reconciliation: account });
    await page
      .getByText('AccuLynx counts 1,002 contacts now, 1,000 were found: 2 could not be read.')
      .waitFor();
    await inspect(page);
  }, 60_000);
});
