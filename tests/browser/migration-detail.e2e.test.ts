import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Migration, MigrationLog, Reconciliation, Throughput } from '@ridgeline/contracts';
import { newTestCompany, stackOfTests, type TestCompany } from '@ridgeline/testkit';
import type { Page } from 'playwright-core';
import { browserOfTests } from '../support/browser-of-tests.ts';
import { untilEnded } from '../support/migrations.ts';
import { complaintsOf, inspect } from '../support/pages.ts';
import { showMigration } from '../support/shown-migration.ts';
import { signedInPage } from '../support/signed-in-page.ts';

const stack = stackOfTests();
const newContext = browserOfTests();

const looks = [
  { name: 'a laptop', viewport: { width: 1440, height: 900 }, colorScheme: 'light' },
  { name: 'a phone in the dark', viewport: { width: 390, height: 844 }, colorScheme: 'dark' },
] as const;

let company: TestCompany;
let migration: Migration;
let account: Reconciliation;

beforeAll(async () => {
  company = await newTestCompany(stack, { contacts: 120 });
  const { id } = await company.startMigration(await company.connect(), { delayMs: 0 });
  migration = await untilEnded(company, id);
  if (!migration.reconciliation) throw new Error('The migration has no account');
  account = migration.reconciliation;
}, 60_000);

const address = () => `/migrations/${migration.id}`;

/** Shows the migration otherwise than it is. */
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
const underWay = { status: 'running', completedAt: null, reconciliation: null } as const;
const long = `Ridgeway & Sons ${'Northglenn '.repeat(9)}${'x'.repeat(60)}`;
const half = { ...nothing, targetCount: 75, processedCount: 70, successCount: 70, createdCount: 70 };
const stopped = { source: 70, created: 70, countedBySource: null, foundAtEnd: null, heldStill: null };

/** Each state of a migration, and a text by which it is known to be shown. */
const states = (): Readonly<Record<string, readonly [Partial<Migration>, string]>> => ({
  queued: [
    { ...nothing, status: 'queued', startedAt: null, completedAt: null, reconciliation: null },
    'Waiting for its turn. Another migration of this connection may still be running.',
  ],
  'running with a long name': [
    { ...underWay, ...million, connectionName: long },
    'Copying contacts to HubSpot',
  ],
  waiting: [
    { ...underWay, ...million, waitingFor: "Waiting for HubSpot's limit" },
    'Paused. It goes on by itself; nothing is lost.',
  ],
  finishing: [{ ...underWay }, 'Checking the last records'],
  'completed with refusals': [
    {
      errorCount: 28,
      reconciliation: {
        ...account,
        failed: 28,
        failedByReason: { invalid_option: 20, conflict: 8 },
        warnedByReason: { email_shared: 179 },
      },
    },
    'Completed, 28 refused, 179 without their email',
  ],
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
    'All 0 contacts read from AccuLynx are accounted for.',
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

describe.each(looks)('On $name', (look) => {
  test('Every state of a migration is told in words, fits and is accessible', async () => {
    await using context = await newContext({ ...look, reducedMotion: 'reduce' });
    const page = await signedInPage(context, company, '/settings');
    const complaints = complaintsOf(page);
    // A short log: how a long one looks is looked at below, and axe takes its time for each row.
    await page.route(`**/api${address()}/logs?*`, async (route) => {
      const lines = (await (await route.fetch()).json()) as MigrationLog[];
      await route.fulfill({ json: lines.slice(0, 4) });
    });
    for (const [difference, text] of Object.values(states())) {
      await show(page, difference);
      await page.getByText(text, { exact: true }).waitFor();
      await page.getByRole(look.viewport.width < 768 ? 'list' : 'table', { name: 'Log lines' }).waitFor();
      await inspect(page);
    }
    await page.unroute(`**/api${address()}`);
    expect(complaints).toEqual([]);

    await page.goto(`${stack.gateway}/migrations/999999`);
    await page.getByRole('heading', { name: 'Migration Not Found', level: 1 }).waitFor();
    expect(await page.title()).toBe('Migration Not Found - Ridgeline');
    await inspect(page);

    // Whatever else answers: the page itself waits, and then cannot be had.
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
    await page.getByText('The migration could not be loaded').waitFor({ timeout: 20_000 });
    await inspect(page);
  }, 90_000);
});

test('After a run the verdict comes first, causes lead to their records, and the account prints and downloads', async () => {
  await using context = await newContext({ viewport: looks[0].viewport, reducedMotion: 'reduce' });
  const page = await signedInPage(context, company, '/settings');
  const refused = { ...account, failed: 2, failedByReason: { invalid_option: 2 } };
  await page.route(`**/api${address()}/logs?*`, async (route) => {
    const lines = (await (await route.fetch()).json()) as MigrationLog[];
    const context = {
      sourceId: '0b54-1',
      reason: 'invalid_option',
      answer: { status: 400, names: ['a', 'b'] },
    };
    const line = {
      level: 'error',
      message: 'Maria Lopez: HubSpot does not have the option',
      context,
    } as const;
    await route.fulfill({ json: [{ ...lines[0], ...line, id: 99_999 }, ...lines] });
  });
  await show(page, { errorCount: 2, reconciliation: refused });

  const causes = page.getByRole('region', { name: 'Worth a look' });
  const cause = causes
    .getByRole('listitem')
    .filter({ hasText: 'HubSpot does not have the chosen option' })
    .first();
  const portal = migration.hubSpotPortalId ?? '';
  const hrefOf = (name: RegExp) => cause.getByRole('link', { name }).getAttribute('href');
  expect(await hrefOf(/^AccuLynx: Maria/)).toBe('https://my.acculynx.com/contacts/0b54-1/overview');
  expect(await hrefOf(/^HubSpot: Maria/)).toContain(`/contacts/${portal}/objects/0-1/`);
  expect(await hrefOf(/^Properties in HubSpot/)).toContain(`/property-settings/${portal}/`);
  expect(await hrefOf(/^Export as CSV/)).toContain('outcome=failed&reason=invalid_option');

  // Its lines are found by the words of the cause, which the lines themselves do not repeat.
  await cause.getByRole('link', { name: 'Show in the log' }).click();
  const rows = page.getByRole('table', { name: 'Log lines' }).locator('tbody tr');
  await page.getByText('1–1 of 1', { exact: true }).waitFor();
  expect(await rows.first().textContent()).not.toContain('the chosen option');
  await rows.first().getByRole('button', { name: 'More on line 99999' }).click();
  await rows.first().getByText('answer (2)').waitFor();
  await rows.first().getByText('status: 400').waitFor();
  await inspect(page);

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download CSV' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe(`migration-${migration.id}-account.csv`);
  const csv = await readFile(await file.path(), 'utf8');
  expect(csv).toContain(`"Account","Source",${account.source},"contacts read from AccuLynx"`);
  expect(csv).toContain('"Failed","HubSpot does not have the chosen option",2,');

  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  for (const [part, seen] of [
    ['.side-bar', false],
    ['#logs', false],
    ['.verdict-actions', false],
    ['.verdict h2', true],
    ['.account-table', true],
  ] as const)
    expect([part, await page.locator(part).isVisible()]).toEqual([part, seen]);
  expect(await page.evaluate(`getComputedStyle(document.querySelector('.account-table td')).color`)).toBe(
    'rgb(0, 0, 0)',
  );
  await page.emulateMedia({ media: 'screen' });

  await page.getByRole('button', { name: 'Run again' }).click();
  await page.waitForURL((url) => url.pathname !== address());
  await page.locator('.toast').getByText('Migration Created').waitFor();
  await page.getByText('Unchanged').first().waitFor();
}, 60_000);

test('An address of the logs opened afresh brings them into sight, at the line, the outcome or the page that it names', async () => {
  await using context = await newContext({ viewport: looks[0].viewport, reducedMotion: 'reduce' });
  const page = await signedInPage(context, company, '/settings');
  const lines: MigrationLog[] = Array.from({ length: 300 }, (_, index) => ({
    id: 300 - index,
    migrationId: migration.id,
    timestamp: '2026-01-02T03:04:05.000Z',
    level: index % 3 === 0 ? 'warning' : 'info',
    message: `Line ${300 - index}`,
    context: {},
  }));
  await page.route(`**/api${address()}/logs?*`, (route) => route.fulfill({ json: lines }));
  await page.goto(`${stack.gateway}${address()}?line=100#logs`);
  const chosen = page.getByRole('row').filter({ hasText: 'Line 100' });
  await chosen.locator('[aria-current="true"]').waitFor();
  await page.waitForFunction(`(() => {
    const { top, bottom } = document.querySelector('.log-time-chosen').getBoundingClientRect();
    return top > 0 && bottom < window.innerHeight;
  })()`);
  await page.getByText('201–225 of 300', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Page 10' }).click();
  await page.getByText('226–250 of 300', { exact: true }).waitFor();
  expect(new URL(page.url()).searchParams.has('line')).toBe(false);
  await page.getByRole('button', { name: /^Warning/ }).click();
  await page.getByText('1–25 of 100', { exact: true }).waitFor();
  expect(await page.getByRole('link', { name: 'Export as CSV' }).last().getAttribute('href')).toBe(
    `/api${address()}/logs.csv?level=warning`,
  );
  await page
    .getByRole('link', { name: /: link to this line|^\d\d:/ })
    .first()
    .waitFor();
  await page.goto(`${stack.gateway}${address()}?line=5000#logs`);
  await page.getByText('The line that this link leads to is not among these.').waitFor();
}, 60_000);

test('The chart has data from the first batch, also after a reload; rate and forecast are estimated at first', async () => {
  const slow = await newTestCompany(stack, { contacts: 400 });
  const { id } = await slow.startMigration(await slow.connect(), {
    batchSize: 5,
    concurrency: 1,
    delayMs: 400,
  });
  await using context = await newContext({ viewport: looks[0].viewport });
  const page = await signedInPage(context, slow, `/migrations/${id}`);
  const throughput = page.getByRole('region', { name: 'Throughput' });
  await throughput.getByText('Estimating…').first().waitFor();
  await throughput.locator('canvas').waitFor();
  await page.reload();
  await throughput.locator('canvas').waitFor({ timeout: 5_000 });
  await throughput.getByText('Show as a table').click();
  expect(await throughput.getByRole('row').count()).toBeGreaterThan(1);
  await throughput.getByText(/ left at \d+\.\d a second/).waitFor({ timeout: 15_000 });

  // Whoever does not follow reads on: new lines wait.
  const logs = page.getByRole('region', { name: 'Logs' });
  await logs.getByRole('button', { name: /^Follow/ }).click();
  const first = await logs.getByRole('row').nth(1).textContent();
  await logs.getByRole('button', { name: /^Follow \d+ new/ }).waitFor();
  expect(await logs.getByRole('row').nth(1).textContent()).toBe(first);
  await logs.getByRole('button', { name: /^Follow/ }).click();
  await expect(logs.getByRole('row').nth(1).textContent()).resolves.not.toBe(first);

  // All is handled, and it still runs: nothing moves any more.
  const told: Throughput = {
    at: new Date().toISOString(),
    from: null,
    stepMs: 2_000,
    records: [],
    recent: null,
  };
  await page.route('**/throughput', (route) => route.fulfill({ json: told }));
  await showMigration(page, `${stack.gateway}/migrations/${id}`, {
    ...underWay,
    processedCount: 400,
    targetCount: 400,
  });
  await page.getByText('Checking the last records').waitFor();
  await throughput.getByText('A moment', { exact: true }).waitFor();
  expect(await page.locator('.stream-line-moving').count()).toBe(0);
}, 60_000);
