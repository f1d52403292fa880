import { expect, test } from '@jest/globals';
import { newTestCompany, stackOfTests } from '@ridgeline/testkit';
import type { BrowserContext, Page } from 'playwright-core';
import { browserOfTests } from '../../support/browser-of-tests.ts';
import { inspect } from '../../support/pages.ts';
import { interceptFromTheStart, signedInPage } from '../../support/signed-in-page.ts';

const stack = stackOfTests();
const newContext = browserOfTests();

async function dashboardOf(context: BrowserContext): Promise<Page> {
  const company = await newTestCompany(stack, { contacts: 0 });
  const page = await signedInPage(context, company, '/');
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor();
  return page;
}

/** Removes a page's files of the build, as an update does. */
const replace = (context: BrowserContext, files: string) =>
  context.route(files, (route) => route.fulfill({ status: 404, body: 'Not found' }));

const goTo = (page: Page, name: string) => page.getByRole('link', { name, exact: true }).click();
const alertOf = (page: Page) => page.getByRole('main').getByRole('alert');

test('When a page breaks while it is shown, then it says so in its place, and every way out of it works', async () => {
  await using context = await newContext();
  await interceptFromTheStart(context);
  const page = await dashboardOf(context);
  // Answers are not checked on arrival: an unexpected one breaks only the drawing of the page.
  await page.route('**/api/team', (route) => route.fulfill({ json: { members: 'none' } }));
  await goTo(page, 'Settings');
  const broken = alertOf(page);
  await broken.getByRole('heading', { name: 'This page broke' }).waitFor();
  await broken.getByText('Your data and running migrations are not affected.').waitFor();
  expect(await page.title()).toBe('This page broke - Ridgeline');
  expect(await broken.innerText()).not.toMatch(/TypeError|undefined|function/);
  await inspect(page);

  await broken.getByRole('link', { name: 'Go to the dashboard' }).click();
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor();
  await goTo(page, 'Settings');
  await broken.waitFor();
  await goTo(page, 'Migrations');
  await page.getByText('No migrations found').waitFor();
  await goTo(page, 'Settings');
  await broken.waitFor();
  await page.unroute('**/api/team');
  await broken.getByRole('button', { name: 'Refresh Page' }).click();
  await page.getByText('Profile Information').waitFor();
  expect(page.url()).toBe(`${stack.gateway}/settings`);
}, 60_000);

test.each([
  ['script', '**/assets/SettingsPage-*.js'],
  ['style', '**/assets/SettingsPage-*.css'],
])(
  'When an update has replaced the %s of a page, then a refresh is offered, and it brings the page',
  async (_what, files) => {
    await using context = await newContext();
    await replace(context, files);
    const page = await dashboardOf(context);
    await goTo(page, 'Settings');
    const alert = alertOf(page);
    await alert.getByRole('heading', { name: 'Could not load this page' }).waitFor();
    await alert.getByText('Ridgeline was updated while you had it open').waitFor();
    await inspect(page);
    await context.unroute(files);
    await alert.getByRole('button', { name: 'Refresh Page' }).click();
    await page.getByText('Profile Information').waitFor();
  },
  60_000,
);

test('When a page is opened for the first time without a network, then it comes automatically with the network', async () => {
  await using context = await newContext();
  const page = await dashboardOf(context);
  await context.setOffline(true);
  await goTo(page, 'Settings');
  await alertOf(page).getByRole('heading', { name: 'Connection Error' }).waitFor();
  await context.setOffline(false);
  await page.getByText('Profile Information').waitFor();
}, 60_000);

test('When an update has replaced a dialog, then a refresh is offered, and the dialog opens after it', async () => {
  await using context = await newContext();
  const files = '**/assets/CreateMigrationDialog-*';
  await replace(context, files);
  const page = await dashboardOf(context);
  await goTo(page, 'Migrations');
  await page.getByRole('button', { name: 'Create New Migration' }).click();
  const alert = alertOf(page);
  await alert.getByRole('heading', { name: 'Could not load this page' }).waitFor();
  await context.unroute(files);
  await alert.getByRole('button', { name: 'Refresh Page' }).click();
  await page.getByRole('dialog', { name: 'Create New Migration' }).waitFor();
}, 60_000);

test('When an update has replaced the frame of the app, then a refresh is offered, and it brings the app', async () => {
  await using context = await newContext();
  const files = '**/assets/AppShell-*';
  await replace(context, files);
  const page = await context.newPage();
  await page.goto(`${stack.gateway}/`);
  await page.getByRole('heading', { name: 'Could not load this page' }).waitFor();
  await inspect(page);
  await context.unroute(files);
  await page.getByRole('button', { name: 'Refresh Page' }).click();
  await page.waitForURL(/\/auth/);
  await page.getByLabel('Email', { exact: true }).waitFor();
}, 60_000);
