import { beforeAll, describe, expect, test } from '@jest/globals';
import {
  newTestCompany,
  signInAdministrator,
  stackOfTests,
  type TestCompany,
  type TestPerson,
} from '@ridgeline/testkit';
import type { Locator, Page } from 'playwright-core';
import { browserOfTests } from '../../support/browser-of-tests.ts';
import { failingCompany, type FailingCompany } from '../../support/failing-company.ts';
import { complaintsOf, inspect, looks } from '../../support/pages.ts';
import { everyRow } from '../../support/shown-history.ts';
import { blankPageOf, signedInPage } from '../../support/signed-in-page.ts';

const stack = stackOfTests();
const newContext = browserOfTests();

let failing: FailingCompany;
let fine: TestCompany;
let administrator: TestPerson;
/** What AccuLynx calls the companies. */
const names = { failing: '', fine: '' };

beforeAll(async () => {
  [fine, administrator] = await Promise.all([
    newTestCompany(stack, { contacts: 3 }),
    signInAdministrator(stack),
  ]);
  const connection = await fine.connect('Summit - Denver');
  await fine.startMigration(connection);
  // The newest that fails comes first.
  failing = await failingCompany('Brazos - Waco');
  names.failing = failing.company.credentials.name;
  names.fine = fine.credentials.name;
}, 180_000);

const region = (page: Page, name: string) => page.getByRole('region', { name });
const attention = (page: Page) => region(page, 'Needs attention');
const notice = (page: Page) => page.getByText('You see this as an administrator.', { exact: false });

/** The rows of a table, or on a phone the cards. */
const rowsOf = (page: Page, list: string, isPhone: boolean): Locator =>
  isPhone
    ? page.getByRole('list', { name: list, exact: true }).locator(':scope > li')
    : page.getByRole('table', { name: list, exact: true }).locator('tbody > tr');

describe.each(looks)('An administrator who looks for the company that fails, on a $name', (look) => {
  const isPhone = look.viewport.width < 768;

  test('When a company fails, then the dashboard names it, and each line leads to the place, where nothing can be changed', async () => {
    await using context = await newContext({ ...look, reducedMotion: 'reduce' });
    const page = await signedInPage(context, administrator, '/');
    const complaints = complaintsOf(page);
    const company = attention(page).getByRole('listitem').filter({ hasText: names.failing }).first();
    await company.getByText(failing.company.user.companyId).waitFor();
    await company.getByText('Brazos - Waco: the credentials do not work').waitFor();
    await company.getByText('HubSpot does not accept the stored credential.').waitFor();
    expect(await attention(page).getByText(names.fine).count()).toBe(0);
    expect(await page.getByRole('region', { name: 'First steps' }).count()).toBe(0);
    await inspect(page);

    const { id } = failing.migration;
    await company.getByRole('link', { name: new RegExp(`See what happened: Migration #${String(id)} `) }).click();
    await page.waitForURL(`${stack.gateway}/migrations/${String(id)}`);
    await notice(page).waitFor();
    await page.getByText(`${names.failing} (${failing.company.user.companyId})`).waitFor();
    await page.getByText('Failed', { exact: true }).first().waitFor();
    for (const name of ['Run again', 'Cancel Migration', 'Replace the HubSpot token', 'Print the account'])
      expect(await page.getByRole('button', { name }).count()).toBe(0);
    await inspect(page);

    await page.getByRole('button', { name: 'Open the connection' }).click();
    await page.waitForURL(`${stack.gateway}/connections/${String(failing.connection.id)}`);
    await notice(page).waitFor();
    await region(page, 'Status').getByText('Invalid').waitFor();
    for (const name of ['Test now', 'Edit All Settings', 'Switch on in settings'])
      expect(await page.getByRole('button', { name }).count()).toBe(0);
    await inspect(page);
    await page.getByRole('link', { name: 'Migrations of this company' }).click();
    await page.waitForURL(`${stack.gateway}/migrations?company=${failing.company.user.companyId}`);
    await rowsOf(page, 'Migrations of all companies', isPhone).first().getByText(names.failing).waitFor();
    expect(complaints).toEqual([]);
  }, 90_000);

  test('When all migrations are searched and filtered, then those of the company are left, with its name', async () => {
    await using context = await newContext({ ...look, reducedMotion: 'reduce' });
    const page = await signedInPage(context, administrator, '/migrations');
    const rows = rowsOf(page, 'Migrations of all companies', isPhone);
    await rows.filter({ hasText: names.failing }).first().waitFor();
    await rows.filter({ hasText: names.fine }).first().waitFor();
    await inspect(page);

    await page.getByLabel('Search migrations').fill(names.fine.toUpperCase());
    await page.waitForURL((url) => url.searchParams.get('q') === names.fine.toUpperCase());
    await rows.filter({ hasText: names.failing }).first().waitFor({ state: 'hidden' });
    expect(await rows.count()).toBe(1);
    await rows.filter({ hasText: names.fine }).waitFor();
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await rows.filter({ hasText: names.failing }).first().waitFor();

    const { companyId } = failing.company.user;
    await page
      .getByLabel('Company', { exact: true })
      .selectOption({ label: `${names.failing} (${companyId})` });
    await page.waitForURL((url) => url.searchParams.get('company') === companyId);
    await rows.filter({ hasText: names.fine }).first().waitFor({ state: 'hidden' });
    await page.getByLabel('Status', { exact: true }).selectOption({ label: 'Cancelled' });
    await page.getByText('No migrations match these filters.').waitFor();
    await inspect(page);
    await page.getByLabel('Status', { exact: true }).selectOption({ label: 'Failed' });
    await rows.filter({ hasText: 'Brazos - Waco' }).first().waitFor();
    await rows.first().getByRole('link', { name: 'Brazos - Waco' }).click();
    await notice(page).waitFor();
  }, 90_000);

  test('When all connections are shown, then those that do not work come first, and a company is found by its name', async () => {
    await using context = await newContext({ ...look, reducedMotion: 'reduce' });
    const page = await signedInPage(context, administrator, '/connections');
    const rows = rowsOf(page, 'Connections of all companies', isPhone);
    await rows.first().getByText('Invalid').first().waitFor();
    await inspect(page);
    await page.getByLabel('Status', { exact: true }).selectOption({ label: 'Not working' });
    await page.waitForURL((url) => url.searchParams.get('show') === 'failing');
    await page.getByLabel('Search connections').fill(names.fine);
    await page.getByText('No connections match these filters.').waitFor();
    await inspect(page);
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await page.waitForURL(`${stack.gateway}/connections`);
    await page.getByLabel('Search connections').fill(names.failing);
    await page.getByText('1 connection found').waitFor();
    await rows.getByText(failing.company.user.companyId).waitFor();
    await rows.getByRole('link', { name: 'Brazos - Waco' }).click();
    await page.waitForURL(`${stack.gateway}/connections/${String(failing.connection.id)}`);
    await notice(page).waitFor();
  }, 90_000);

  test.each([
    ['/', '**/api/migrations/attention', 'Looking for what needs attention', 'Could not check for problems'],
    ['/migrations', '**/api/migrations/all*', 'Loading the migrations', 'Could not load the migrations'],
    ['/connections', '**/api/connections/all*', 'Loading the connections', 'Could not load the connections'],
  ])('When %s waits, and is refused, then it says so, and trying again shows it', async (path, calls, waits, failed) => {
    await using context = await newContext({ ...look, reducedMotion: 'reduce' });
    const page = await blankPageOf(context, administrator);
    let answer: (() => void) | undefined;
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route(calls, async (route) => {
      await held;
      await route.fulfill({ status: 400, json: { error: 'Not now', message: 'Not now' } });
    });
    await page.goto(`${stack.gateway}${path}`);
    await page.getByText(waits).waitFor({ state: 'attached' });
    answer?.();
    await page.getByRole('heading', { name: failed }).waitFor();
    await inspect(page);
    await page.unroute(calls);
    await page.getByRole('button', { name: 'Try Again' }).click();
    await page.getByText(names.failing).and(page.locator(':visible')).first().waitFor();
  }, 90_000);

  test.each([
    ['/migrations', '**/api/migrations/all*', { migrations: [], next: null }, 'No company has a migration yet.'],
    [
      '/connections',
      '**/api/connections/all*',
      { connections: [], total: 0, page: 1, pageSize: 25 },
      'No company has a connection yet.',
    ],
  ])('When there is nothing at %s, then it says so', async (path, calls, json, text) => {
    await using context = await newContext({ ...look, reducedMotion: 'reduce' });
    const page = await blankPageOf(context, administrator);
    await page.route(calls, (route) => route.fulfill({ json }));
    await page.goto(`${stack.gateway}${path}`);
    await page.getByText(text).waitFor();
    await inspect(page);
  }, 90_000);

  test('When no company needs attention, then one line of the dashboard says so', async () => {
    await using context = await newContext({ ...look, reducedMotion: 'reduce' });
    const page = await blankPageOf(context, administrator);
    await page.route('**/api/migrations/attention', (route) =>
      route.fulfill({ json: { migrations: [], syncs: [], companies: [], more: false } }),
    );
    await page.route('**/api/connections/all*', (route) =>
      route.fulfill({ json: { connections: [], total: 0, page: 1, pageSize: 25 } }),
    );
    await page.route('**/api/processes/orphaned', (route) => route.fulfill({ json: { orphanedProcesses: [] } }));
    await page.goto(`${stack.gateway}/`);
    await attention(page).getByText('No company needs attention.').waitFor();
    await inspect(page);
  }, 90_000);
});

test('When there are more migrations than are answered together, then older ones are added, and the button goes with the last', async () => {
  await using context = await newContext({ reducedMotion: 'reduce' });
  const page = await blankPageOf(context, administrator);
  const [newest, ...older] = everyRow();
  await page.route('**/api/migrations/all*', (route) => {
    const isFirst = !new URL(route.request().url()).searchParams.has('before');
    return route.fulfill({
      json: isFirst ? { migrations: [newest], next: newest?.id } : { migrations: older, next: null },
    });
  });
  await page.goto(`${stack.gateway}/migrations`);
  const rows = rowsOf(page, 'Migrations of all companies', false);
  const button = page.getByRole('button', { name: 'Show older migrations' });
  await button.waitFor();
  expect(await rows.count()).toBe(1);
  await button.click();
  await button.waitFor({ state: 'hidden' });
  expect(await rows.count()).toBe(older.length + 1);
}, 90_000);

test('When a user of another company asks for the address, then there is no such migration', async () => {
  await using context = await newContext({ reducedMotion: 'reduce' });
  const page = await signedInPage(context, fine, `/migrations/${String(failing.migration.id)}`);
  await page.getByRole('heading', { name: 'Migration Not Found' }).waitFor();
  await page.goto(`${stack.gateway}/migrations`);
  await page.getByText('Summit - Denver').first().waitFor();
  expect(await page.getByText('Brazos - Waco').count()).toBe(0);
}, 90_000);
