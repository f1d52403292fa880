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
import { failingCompany, type FailingCompany } from '../../support/migrations.ts';
import { complaintsOf, inspect, looks } from '../../support/pages.ts';
import { signedInPage } from '../../support/signed-in-page.ts';

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
    await using context = await newContext(look);
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
    await company
      .getByRole('link', { name: new RegExp(`See what happened: Migration #${String(id)} `) })
      .click();
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
    await using context = await newContext(look);
    const address = `/migrations?q=${encodeURIComponent(names.failing)}`;
    const page = await signedInPage(context, administrator, address);
    const rows = rowsOf(page, 'Migrations of all companies', isPhone);
    await rows.filter({ hasText: names.failing }).waitFor();
    expect(await rows.count()).toBe(1);
    await inspect(page);

    await page.getByLabel('Search migrations').fill(names.fine.toUpperCase());
    await page.waitForURL((url) => url.searchParams.get('q') === names.fine.toUpperCase());
    await rows.filter({ hasText: names.fine }).waitFor();
    await rows.filter({ hasText: names.failing }).waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await page.waitForURL(`${stack.gateway}/migrations`);

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
    await using context = await newContext(look);
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
});

test('When a user of another company asks for the address, then there is no such migration', async () => {
  await using context = await newContext();
  const page = await signedInPage(context, fine, `/migrations/${String(failing.migration.id)}`);
  await page.getByRole('heading', { name: 'Migration Not Found' }).waitFor();
  await page.goto(`${stack.gateway}/migrations`);
  await page.getByRole('link', { name: 'Summit - Denver' }).first().waitFor();
  expect(await page.getByText('Brazos - Waco').count()).toBe(0);
}, 90_000);
