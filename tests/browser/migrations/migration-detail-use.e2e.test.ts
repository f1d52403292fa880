import { readFile } from 'node:fs/promises';
import { beforeAll, expect, test } from '@jest/globals';
import type { Migration, MigrationLog, Reconciliation, Throughput } from '@ridgeline/contracts';
import { newTestCompany, stackOfTests, type TestCompany } from '@ridgeline/testkit';
import { browserOfTests } from '../../support/browser-of-tests.ts';
import { endedRun, untilEnded } from '../../support/migrations.ts';
import { inspect, inspectInAllLooks, tooSmall, untilTrue } from '../../support/pages.ts';
import { showMigration } from '../../support/shown-migration.ts';
import { blankPageOf, signedInPage } from '../../support/signed-in-page.ts';

const stack = stackOfTests();
const newContext = browserOfTests();
const viewport = { width: 1440, height: 900 };

let company: TestCompany;
let migration: Migration;
let account: Reconciliation;

beforeAll(async () => {
  ({ company, migration, account } = await endedRun());
}, 60_000);

const address = () => `/migrations/${migration.id}`;

test('After a run the verdict comes first, causes lead to their records, and the account prints and downloads', async () => {
  await using context = await newContext({ viewport });
  const page = await blankPageOf(context, company);
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
      name: 'Maria Lopez',
      message: 'HubSpot does not have the option',
      context,
    } as const;
    await route.fulfill({ json: [{ ...lines[0], ...line, id: 99_999 }, ...lines] });
  });
  await showMigration(page, stack.gateway + address(), { errorCount: 2, reconciliation: refused });

  const causes = page.getByRole('region', { name: 'Needs review' });
  const cause = causes
    .getByRole('listitem')
    .filter({ hasText: 'HubSpot does not have the chosen option' })
    .first();
  const portal = migration.hubSpotPortalId ?? '';
  const hrefOf = (name: RegExp) => cause.getByRole('link', { name }).getAttribute('href');
  expect(await hrefOf(/^AccuLynx: Maria/)).toBe('https://my.acculynx.com/contacts/0b54-1/overview');
  expect(await hrefOf(/^HubSpot: Maria/)).toContain(`/contacts/${portal}/objects/0-1/`);
  expect(await hrefOf(/^Properties in HubSpot/)).toContain(`/property-settings/${portal}/`);
  expect(await hrefOf(/^Export the 2: /)).toContain(
    'outcomes.csv?kind=contact&outcome=failed&reason=invalid_option',
  );
  expect(await hrefOf(/^See the 2: /)).toBe(`${address()}?records=failed&cause=invalid_option#records`);

  // The log is searched for the words of the cause, which the entries themselves do not repeat.
  await cause.getByRole('link', { name: 'Show in the log' }).click();
  const rows = page.getByRole('table', { name: 'Log entries' }).locator('tbody tr');
  await page.getByText('1–1 of 1', { exact: true }).waitFor();
  expect(await rows.first().textContent()).not.toContain('the chosen option');
  await rows.first().getByRole('button', { name: 'More on entry 99999' }).click();
  // The context is below its row, as wide as the table.
  await rows.nth(1).getByText('answer (2)').waitFor();
  await rows.nth(1).getByText('status: 400').waitFor();
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
  await untilTrue(
    page,
    `getComputedStyle(document.querySelector('.account-table td')).color === 'rgb(0, 0, 0)'`,
  );
  await page.emulateMedia({ media: 'screen' });

  await page.getByRole('button', { name: 'Run again' }).click();
  await page.waitForURL((url) => url.pathname !== address());
  await page.locator('.toast').getByText('Migration Created').waitFor();
  await page.getByText('Unchanged').first().waitFor();
  // The next test changes a record by hand, which this run would correct if it were still under way.
  await untilEnded(company, Number(new URL(page.url()).pathname.split('/').at(-1)));
}, 60_000);

test('A run that has ended was checked in HubSpot; what is changed there by hand is named by the next check, and on paper', async () => {
  await using context = await newContext({ viewport });
  const page = await blankPageOf(context, company);
  await page.goto(stack.gateway + address());
  const panel = page.getByRole('region', { name: 'Checked in HubSpot' });
  await panel
    .getByText(/^\d+ records read back from HubSpot: \d+ as written\.$/)
    .waitFor({ timeout: 30_000 });

  // Only written values are compared, and a contact that is a company has no last name.
  const targets = await company.control.targetContacts(company.portalId);
  const target = targets.find(({ properties }) => properties['lastname']);
  await company.control.changeTarget(company.portalId, 'contacts', target?.id ?? '', { lastname: 'Byhand' });
  await panel.getByRole('button', { name: /^Check \d+ again$/ }).press('Enter');
  const differences = panel.getByRole('list', { name: 'Differences' });
  await differences.getByText('Byhand', { exact: true }).waitFor({ timeout: 30_000 });
  await differences.getByText(/^Changed by Portal Owner \(HubSpot user \d+\), /).waitFor();
  await panel.getByText(/: \d+ as written, 1 changed since\.$/).waitFor();
  await panel.scrollIntoViewIfNeeded();
  await inspectInAllLooks(page);
  expect(await tooSmall(page)).toEqual([]);
  const download = page.waitForEvent('download');
  await panel.getByRole('link', { name: 'Download CSV' }).click();
  expect(await readFile(await (await download).path(), 'utf8')).toMatch(/"Changed since".*"Byhand"/);

  await panel.getByRole('button', { name: 'Print the account' }).press('Enter');
  await page.getByRole('heading', { name: `Account of migration #${migration.id}`, level: 1 }).waitFor();
  await page.getByRole('cell', { name: 'Byhand' }).waitFor();
  await inspectInAllLooks(page);
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  expect(await page.getByRole('button', { name: 'Print' }).isVisible()).toBe(false);
  expect(await page.getByText('Signature', { exact: true }).isVisible()).toBe(true);
}, 120_000);

test('A newly opened address of the logs brings them into sight, at the line, the outcome or the page that it names', async () => {
  await using context = await newContext({ viewport });
  const page = await blankPageOf(context, company);
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
  await untilTrue(
    page,
    `(() => {
    const { top, bottom } = document.querySelector('.log-time-chosen').getBoundingClientRect();
    return top > 0 && bottom < window.innerHeight;
  })()`,
  );
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
    .getByRole('link', { name: /: link to this entry|^\d\d:/ })
    .first()
    .waitFor();
  await page.goto(`${stack.gateway}${address()}?line=5000#logs`);
  await page.getByText('The linked entry is not in this list.').waitFor();
  await page.goto(`${stack.gateway}${address()}?level=fatal&page=2#logs`);
  await page.getByText('Unknown options in the link were ignored: level “fatal”.').waitFor();
  await page.getByText('26–50 of 300', { exact: true }).waitFor();
}, 60_000);

test('When the window is made smaller, then the chart of an ended run fits its panel', async () => {
  await using context = await newContext({ viewport });
  const page = await signedInPage(context, company, address());
  // Everything around the button is loaded, so that nothing moves it under the mouse.
  await page.getByRole('button', { name: 'Show records' }).waitFor();
  await page.getByRole('region', { name: 'Logs' }).getByRole('row').nth(1).waitFor();
  await page.getByRole('button', { name: 'Show progress' }).click();
  await page.getByRole('button', { name: 'Hide progress' }).waitFor();
  await page.locator('canvas').waitFor();
  await page.setViewportSize({ ...viewport, width: 1024 });
  await untilTrue(
    page,
    `(({ clientWidth, scrollWidth }) => scrollWidth === clientWidth)(document.querySelector('canvas').closest('section'))`,
  );
}, 60_000);

test('The chart has data from the first batch, also after a reload; rate and forecast are estimated at first', async () => {
  const slow = await newTestCompany(stack, { contacts: 400 });
  const { id } = await slow.startMigration(await slow.connect(), {
    batchSize: 5,
    concurrency: 1,
    delayMs: 400,
  });
  await using context = await newContext({ viewport });
  const page = await signedInPage(context, slow, `/migrations/${id}`);
  const throughput = page.getByRole('region', { name: 'Throughput' });
  await throughput.getByText('Estimating…').first().waitFor();
  await throughput.locator('canvas').waitFor();
  // The rows below the header: the throughput at the beginning, which is over, and after that.
  const rows = throughput.getByRole('row');
  await throughput.getByText('Show as a table').click();
  await rows.nth(2).waitFor();
  const beginning = await rows.nth(1).textContent();
  await page.reload();
  await throughput.locator('canvas').waitFor();
  await throughput.getByText('Show as a table').click();
  expect(await rows.nth(1).textContent()).toBe(beginning);
  await throughput.getByText(/ left, at the speed of the last minutes/).waitFor({ timeout: 15_000 });

  // While following is off, the entries stay the same and new ones wait.
  const logs = page.getByRole('region', { name: 'Logs' });
  await logs.getByRole('button', { name: /^Follow/ }).click();
  const first = await logs.getByRole('row').nth(1).textContent();
  await logs.getByRole('button', { name: /^Follow \d+ new/ }).waitFor();
  expect(await logs.getByRole('row').nth(1).textContent()).toBe(first);
  await logs.getByRole('button', { name: /^Follow/ }).click();
  await expect(logs.getByRole('row').nth(1).textContent()).resolves.not.toBe(first);

  // All records are processed and the migration still runs, so that nothing changes any more.
  const told: Throughput = {
    at: new Date().toISOString(),
    from: null,
    stepMs: 2_000,
    records: [],
    recent: null,
  };
  await page.route('**/throughput', (route) => route.fulfill({ json: told }));
  await showMigration(page, `${stack.gateway}/migrations/${id}`, {
    status: 'running',
    phase: 'finishing',
    completedAt: null,
    reconciliation: null,
    processedCount: 400,
    targetCount: 400,
  });
  await page.getByText('Checking the last records').waitFor();
  await throughput.getByText('A moment', { exact: true }).waitFor();
  expect(await page.locator('.stream-line-moving').count()).toBe(0);
}, 60_000);
