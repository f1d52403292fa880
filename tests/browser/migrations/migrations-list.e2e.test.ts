import { beforeAll, describe, expect, test } from '@jest/globals';
import { allMigrations, listCompanies } from '@ridgeline/contracts';
import { newTestCompany, stackOfTests, type TestCompany } from '@ridgeline/testkit';
import type { Page } from 'playwright-core';
import { browserOfTests } from '../../support/browser-of-tests.ts';
import { keyboardOf } from '../../support/keyboard.ts';
import { complaintsOf, inspect, looks } from '../../support/pages.ts';
import { everyRow, showHistory, showProcesses, shownProcess } from '../../support/shown-history.ts';
import { blankPageOf, signedInPage } from '../../support/signed-in-page.ts';

const stack = stackOfTests();
const newContext = browserOfTests();

/** Has no connection and no migration, and no test changes that. */
let company: TestCompany;
beforeAll(async () => {
  company = await newTestCompany(stack, { contacts: 0 });
}, 60_000);

const history = (page: Page) => page.getByRole('region', { name: 'Migration History' });
const health = (page: Page) => page.getByRole('region', { name: 'Process Health Monitor' });

/** The query parameters of every request for the list, the latest one last. */
const questionsOf = (page: Page): URLSearchParams[] => {
  const questions: URLSearchParams[] = [];
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (pathname === '/api/migrations') questions.push(searchParams);
  });
  return questions;
};

/** Fills both days within one turn, so that the page cannot render in between. */
const bothDaysAtOnce = (from: string, to: string) => `
  const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value');
  const [first, second] = document.querySelectorAll('[role=dialog] input');
  for (const [input, day] of [[first, '${from}'], [second, '${to}']]) {
    set.call(input, day);
    input.dispatchEvent(new Event('input', { bubbles: true }));
  }
`;

describe.each(looks)('The migrations on a $name', (look) => {
  test('Whatever there is to show, the page shows it, and says where to go on', async () => {
    await using context = await newContext(look);
    const page = await blankPageOf(context, company);
    const complaints = complaintsOf(page);
    const questions = questionsOf(page);
    const open = (query = '') => page.goto(`${stack.gateway}/migrations${query}`);

    // Loading, then a refusal, then the answer.
    let answer: (() => void) | undefined;
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route('**/api/migrations?*', async (route) => {
      await held;
      await route.fulfill({ status: 400, json: { error: 'The history is not to be had', message: 'x' } });
    });
    await open();
    await page.getByText('Loading the migrations').waitFor({ state: 'attached' });
    await inspect(page);
    answer?.();
    await page.getByRole('heading', { name: 'Could not load the migrations' }).waitFor();
    await page.getByText('The history is not to be had').waitFor();
    await inspect(page);
    await page.unroute('**/api/migrations?*');
    await page.getByRole('button', { name: 'Try Again' }).click();

    // The list is empty, and the first step is a connection.
    await page.getByRole('heading', { name: 'No migrations found' }).waitFor();
    await page.getByRole('button', { name: 'Create your first migration' }).waitFor();
    await health(page).getByText('No process is running.').waitFor();
    await inspect(page);
    await page.getByRole('button', { name: 'Create a connection' }).click();
    await page.waitForURL(`${stack.gateway}/connections?dialog=create`);

    // Every kind of row, and processes in every state.
    const companies = [{ companyId: 'co_another', name: 'Gulf Coast Roofing' }];
    await page.route(`**${listCompanies.path}?*`, (route) => route.fulfill({ json: { companies } }));
    // Shown as five minutes ago for as long as the test checks it.
    const ended = { endedAt: new Date(Date.now() - 5.2 * 60_000).toISOString() };
    await showHistory(page, everyRow());
    await showProcesses(page, [
      shownProcess(1),
      shownProcess(2, { isHealthy: false, lastHeartbeat: new Date(Date.now() - 60_000).toISOString() }),
      shownProcess(3, { status: 'starting', companyId: 'co_another' }),
      shownProcess(4, { status: 'completed', ...ended }),
      shownProcess(5, { status: 'crashed', isHealthy: false, ...ended }),
    ]);
    await open('?page=3&status=dancing&from=2026-02-31');
    await page.getByText('10,000 migrations').waitFor();
    await page
      .getByText('Unknown options in the link were ignored: status “dancing” and from “2026-02-31”.')
      .waitFor();
    expect(Object.fromEntries(questions.at(-1) ?? [])).toEqual({ page: '3' });
    for (const text of [
      'Waits for its turn',
      'Completed, 1,028 rejected',
      '400,000 / 1,000,000',
      'AccuLynx has no contacts',
    ])
      await history(page).getByText(text, { exact: true }).first().waitFor();
    // A name of the usual length fits on one line.
    const names = history(page).getByRole('link', { name: 'Summit Roofing - Denver', exact: true });
    expect((await names.first().boundingBox())?.height).toBeLessThan(30);
    const processes = health(page)
      .getByRole('list', { name: 'Processes under way or orphaned' })
      .getByRole('listitem');
    expect(await processes.count()).toBe(4);
    expect(await processes.nth(1).textContent()).toMatch(/^Unhealthy.*Migration #995.*Ended 5 minutes ago$/);
    await health(page).getByText('2 orphaned processes', { exact: true }).waitFor();
    expect(await processes.first().textContent()).toMatch(
      /^Unhealthy.*Migration #998.*4702.*400,000 \/ 1,000,000Heartbeat \d+ \w+ ago$/,
    );
    // Administrators see which company a migration belongs to.
    expect(await processes.filter({ hasText: 'Migration #997 of Gulf Coast Roofing' }).count()).toBe(1);
    expect(await processes.getByRole('link').count()).toBe(4);
    expect(await health(page).locator('dl').textContent()).toBe('Total4Healthy2Unhealthy2');
    await health(page).getByRole('button', { name: 'Show 1 that ended in the last 15 minutes' }).click();
    await inspect(page);
    await page.getByRole('button', { name: 'Dismiss' }).click();
    await page.waitForURL(`${stack.gateway}/migrations?page=3`);

    // The address holds filters and pages, even if nothing matches. Once the server itself answers, the list is empty and
    // without a filter.
    const fifth = page.waitForResponse(/\/api\/migrations\?page=5/);
    await page.getByRole('button', { name: 'Page 5' }).click();
    await page.waitForURL(/page=5$/);
    await fifth;
    await page.unroute('**/api/migrations?*');
    await page.getByLabel('Status', { exact: true }).selectOption('failed');
    await page.getByText('No migrations match these filters.').waitFor();
    await page.getByLabel('Search the history').fill('denver');
    await page.waitForURL(`${stack.gateway}/migrations?status=failed&q=denver`);
    await page.getByRole('button', { name: 'Created: Any time' }).click();
    const days = page.getByRole('dialog', { name: 'Created' });
    await days.getByLabel('From').waitFor();
    await page.evaluate(bothDaysAtOnce('2026-03-05', '2026-03-04'));
    await page.waitForURL(/status=failed&q=denver&from=2026-03-05&to=2026-03-04$/);
    expect(questions.at(-1)?.get('search')).toBe('denver');
    await page.getByText('The day in From is after the day in To, so that no migration can match.').waitFor();
    await inspect(page);
    await page.keyboard.press('Escape');
    await page.locator('button:focus[aria-label="Created: Mar 5, 2026 – Mar 4, 2026"]').click();
    await days.getByRole('button', { name: 'Last 7 days' }).click();
    await page.waitForURL(/from=\d{4}-\d\d-\d\d$/);
    await page.locator('button:focus[aria-label="Created: Last 7 days"]').waitFor();
    await page.getByRole('button', { name: 'Clear filters' }).last().click();
    await page.waitForURL(`${stack.gateway}/migrations`);
    await page.getByRole('heading', { name: 'No migrations found' }).waitFor();
    // The browser itself reports each refusal; the page reports nothing.
    expect(complaints.filter((text) => !text.includes('400 (Bad Request)'))).toEqual([]);
  }, 60_000);
});

test('When orphans are cleaned up, then the card says what was done, and a second person learns that it was done', async () => {
  await using context = await newContext();
  const page = await blankPageOf(context, company);
  await showProcesses(page, [shownProcess(1, { isHealthy: false })]);
  await page.goto(`${stack.gateway}/migrations`);
  await health(page).getByText('1 orphaned process', { exact: true }).waitFor();
  await page.route('**/api/processes/cleanup', (route) =>
    route.fulfill({ status: 409, json: { error: 'Not now', message: 'Not now' } }),
  );
  const cleanup = health(page).getByRole('button', { name: 'Clean up' });
  await cleanup.click();
  await health(page).getByText('The cleanup failed').waitFor();
  await health(page).getByText('Not now').waitFor();
  await inspect(page);
  // The server's own answer: another user was faster.
  await page.unrouteAll();
  await cleanup.click();
  await health(page).getByText('There was nothing to clean up.').waitFor();
  await showProcesses(page, [shownProcess(2, { status: 'completed', endedAt: new Date().toISOString() })]);
  await page.reload();
  await health(page).getByText('No process is running.', { exact: true }).waitFor();
  // Without problems, the card is a single line.
  expect((await health(page).boundingBox())?.height).toBeLessThan(80);
  await inspect(page);
}, 60_000);

test('When three are created and one is not, then it is shown which, and the keyboard alone does all of it', async () => {
  const owner = await newTestCompany(stack, { contacts: 2 });
  const names = ['Zion', 'acme - Waco', 'Acme - Austin'];
  for (const name of names) await owner.connect(name);
  await using context = await newContext();
  const page = await signedInPage(context, owner, '/migrations');
  // Set before the page needs it: once, with busy processors, a request bypassed a route that was set immediately before it.
  let isRefused: (connection: number) => boolean = () => false;
  await page.route('**/api/migrations', async (route) => {
    const body = route.request().postDataJSON() as { connectionId: number } | null;
    const json = { error: 'The portal is closed', message: 'The portal is closed' };
    if (body && isRefused(body.connectionId)) await route.fulfill({ status: 409, json });
    else await route.continue();
  });
  await page.getByRole('button', { name: 'Create New Migration' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Create New Migration' });
  await page.locator('input[aria-label="Search connections"]:focus').waitFor();
  expect(await dialog.getByRole('row').locator('label.connection-choice-name').allTextContents()).toEqual([
    'Acme - Austin',
    'acme - Waco',
    'Zion',
  ]);
  await dialog.getByRole('button', { name: 'Configure Migration' }).press('Enter');
  await dialog.getByText('Please select at least one connection', { exact: true }).waitFor();
  await inspect(page);
  await page.locator('input[aria-label="Search connections"]').focus();
  await page.keyboard.type('ACME');
  await dialog.getByRole('button', { name: 'Select Filtered' }).press('Enter');
  await dialog.getByText('2 selected').waitFor();
  await dialog.getByRole('button', { name: 'Clear Selection' }).press('Enter');
  await dialog.getByRole('button', { name: 'Clear Selection' }).waitFor({ state: 'detached' });
  await page.locator('input[aria-label="Search connections"]').press('Escape');
  // The whole row can be clicked.
  await dialog.getByRole('row', { name: /Zion/ }).getByRole('cell').last().click({ force: true });
  await dialog.getByText('1 selected').waitFor();
  await dialog.getByRole('button', { name: 'Select All' }).press('Enter');
  await dialog.getByText('3 selected').waitFor();
  await inspect(page);
  const configure = dialog.getByRole('button', { name: 'Configure Migration' });
  await configure.press('Enter');
  // The options cover the card, which stays; going back returns the focus to the button.
  const options = page.getByRole('dialog', { name: 'Configure Migration' });
  await page.locator('input[type="radio"]:focus').waitFor();
  await page.keyboard.press('Escape');
  await options.waitFor({ state: 'hidden' });
  await dialog.getByText('3 selected').waitFor();
  await page.locator('button:focus').getByText('Configure Migration').waitFor();
  await page.keyboard.press('Enter');
  await page.locator('input[type="radio"]:focus').waitFor();
  expect(await dialog.isVisible()).toBe(true);
  await inspect(page);
  await page.keyboard.press('Enter');
  await options.getByText('Please select a migration type').waitFor();
  const keys = keyboardOf(page);
  await keys.press('ArrowDown', 'radio "Jobs"');
  await keys.press('ArrowUp', 'radio "Contacts"');
  expect(await options.getByRole('radio', { name: 'Contacts' }).isChecked()).toBe(true);

  const toast = page.locator('.toast');
  const alert = options.getByRole('alert');
  isRefused = () => true;
  await page.keyboard.press('Enter');
  await alert.getByText('Failed to create migrations', { exact: true }).waitFor();
  expect(await alert.getByRole('listitem').count()).toBe(3);
  expect(await toast.textContent()).toBe('ErrorFailed to create migrations');
  let broken = 0;
  isRefused = (connection) => connection === (broken ||= connection);
  await options.getByRole('button', { name: 'Create 3 migrations' }).press('Enter');
  await toast.getByText('Successfully created 2 migration(s) (1 failed)', { exact: true }).waitFor();
  expect(await alert.getByRole('listitem').allTextContents()).toEqual([
    'Acme - Austin: The portal is closed',
  ]);
  await inspect(page);
  isRefused = () => false;
  await options.getByRole('button', { name: 'Create Migration' }).press('Enter');
  await page.waitForURL(/\/migrations\/\d+$/);
  const made = await owner.session.call(allMigrations);
  expect(made.map(({ connectionName }) => connectionName).sort()).toEqual([...names].sort());
}, 60_000);

test('When a migration is cancelled in its row, then a toast tells it, the row shows it, and the focus stays there', async () => {
  const owner = await newTestCompany(stack, { contacts: 400 });
  const connection = await owner.connect('Denver');
  await using context = await newContext();
  const page = await signedInPage(context, owner, '/migrations?status=running');
  await page.getByText('No migrations match these filters.').waitFor();
  const { id } = await owner.startMigration(connection, { batchSize: 1, concurrency: 1, delayMs: 1000 });
  const waiting = await owner.startMigration(connection);
  // It comes without being asked for, and the one that waits does not belong here.
  const row = page.getByRole('row').filter({ hasText: `#${id}` });
  await row.getByText('Running', { exact: true }).waitFor();
  expect(await page.getByText(`#${waiting.id}`).count()).toBe(0);
  await health(page).getByText('1 process is running.').waitFor({ timeout: 20_000 });
  await page.getByLabel('Status', { exact: true }).selectOption('');
  await row.getByRole('button', { name: `Cancel migration #${id}` }).press('Enter');
  await page.locator('button:has-text("Keep it running"):focus').waitFor();
  await page.getByRole('button', { name: 'Cancel migration', exact: true }).press('Enter');
  await page.locator('.toast').getByText('Migration Cancelled').waitFor();
  await row.getByText('Cancelled', { exact: true }).waitFor();
  await page.locator(`a[href="/migrations/${id}"]:focus, main:focus`).waitFor();
}, 60_000);
