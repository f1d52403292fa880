import { beforeAll, describe, expect, test } from '@jest/globals';
import { newTestCompany, stackOfTests, type TestCompany } from '@ridgeline/testkit';
import type { Page } from 'playwright-core';
import { browserOfTests } from '../../support/browser-of-tests.ts';
import { complaintsOf, inspect, inspectInAllLooks, looks } from '../../support/pages.ts';
import { signedInPage } from '../../support/signed-in-page.ts';

const stack = stackOfTests();
const newContext = browserOfTests();

const searchText = 'Search portals by name...';

/** Has two connections, which no test changes. */
let company: TestCompany;
beforeAll(async () => {
  company = await newTestCompany(stack, { contacts: 0 });
  await company.connect('Summit - West');
  await company.connect('peak roofing');
}, 60_000);

/** Opens the Actions menu of a connection and chooses from it. */
async function choose(page: Page, connection: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${connection}` }).click();
  await page.getByRole('menuitem', { name: action }).click();
}

describe.each(looks)('Portal Connections on a $name', (look) => {
  test('When a user looks for a connection, then the search, both views and the columns work', async () => {
    await using context = await newContext(look);
    const page = await signedInPage(context, company, '/connections');
    const complaints = complaintsOf(page);
    await page.getByText('2 connections', { exact: true }).waitFor();
    expect(await page.getByRole('heading', { level: 2 }).allTextContents()).toEqual([
      'peak roofing',
      'Summit - West',
    ]);
    await inspect(page);

    const search = page.getByPlaceholder(searchText);
    await search.fill('SUMMIT');
    await page.getByText('Showing 1 of 2 connections').waitFor();
    await page.waitForURL(/q=SUMMIT/);
    await search.fill('nowhere');
    await page.getByText('No matching connections').waitFor();
    await page.getByRole('button', { name: 'Clear Search' }).click();
    await page.getByText('2 connections', { exact: true }).waitFor();
    await search.fill('peak');
    await page.getByText('Showing 1 of 2 connections').waitFor();
    await search.press('Escape');
    await page.getByText('2 connections', { exact: true }).waitFor();
    expect(await search.inputValue()).toBe('');

    await page.getByLabel('List', { exact: true }).check({ force: true });
    await page.getByRole('columnheader', { name: 'Portal Name / Actions' }).waitFor();
    await page.getByRole('button', { name: 'Columns' }).click();
    const columns = page.getByRole('dialog', { name: 'Columns of the list' });
    expect(await columns.getByRole('checkbox').count()).toBe(14);
    expect(await columns.getByLabel('Portal Name').isDisabled()).toBe(true);
    await columns.getByLabel('HubSpot Portal ID').check();
    await page.keyboard.press('Escape');
    await inspect(page);
    await page.reload();
    await page.getByRole('columnheader', { name: 'HubSpot Portal ID' }).waitFor();
    expect(complaints).toEqual([]);
  }, 60_000);
});

test('When a connection is renamed, tested and deleted, then each reports its result, and an open page shows it without being asked', async () => {
  const owner = await newTestCompany(stack, { contacts: 0 });
  const { id } = await owner.connect('Summit - West');
  await using context = await newContext();
  const watching = await signedInPage(context, owner, '/connections');
  const page = await signedInPage(context, owner, '/connections');

  await choose(page, 'Summit - West', 'Rename');
  const rename = page.getByRole('dialog', { name: 'Rename Connection' });
  const [name, save] = [rename.getByLabel('Connection name'), rename.getByRole('button', { name: 'Save' })];
  expect(await save.isDisabled()).toBe(true);
  await name.fill(' ab ');
  expect(await save.isDisabled()).toBe(true);
  await name.blur();
  await rename.getByText('Connection name must be at least 3 characters').waitFor();
  await name.fill('Summit - East');
  await save.click();
  await page.getByText('Connection renamed', { exact: true }).waitFor();
  await page.getByRole('link', { name: 'Summit - East' }).waitFor();
  await watching.getByRole('link', { name: 'Summit - East' }).waitFor();

  await choose(page, 'Summit - East', 'Test now');
  const results = page.getByRole('dialog', { name: 'Test of Summit - East' });
  await results.getByText('1 of 1 done').waitFor();
  for (const check of ['AccuLynx API key', 'HubSpot token', 'HubSpot properties', 'Webhook subscription'])
    await results.getByText(check, { exact: true }).waitFor();
  await inspect(page);
  await results.getByRole('button', { name: 'Close' }).last().click();

  await page.goto(`${stack.gateway}/connections/${id}`);
  await page.getByRole('heading', { level: 1, name: 'Summit - East' }).waitFor();
  await page.getByRole('button', { name: 'Show details' }).click();
  await page.getByText('Contact types').click();
  await inspectInAllLooks(page);
  await choose(page, 'Summit - East', 'Delete');
  await page.getByRole('button', { name: 'Delete connection' }).click();
  await page.getByText('Connection deleted', { exact: true }).waitFor();
  await page.waitForURL(`${stack.gateway}/connections`);
  await page.getByText('No connections', { exact: true }).waitFor();
  await watching.getByText('No connections', { exact: true }).waitFor();
  await page.goto(`${stack.gateway}/connections/${id}`);
  await page.getByRole('heading', { name: 'Connection Not Found' }).waitFor();
}, 120_000);

test('When an identifier is copied, then a toast says so, and says when it could not be', async () => {
  await using context = await newContext({ permissions: ['clipboard-read', 'clipboard-write'] });
  const page = await signedInPage(context, company, '/connections');
  const id = String(company.portalId);
  const copy = page.getByRole('button', { name: `Copy HubSpot Portal ID ${id}` }).first();
  await copy.click();
  await page.getByText('HubSpot Portal ID Copied', { exact: true }).waitFor();
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(id);
  await page.evaluate('navigator.clipboard.writeText = () => Promise.reject(new Error("refused"))');
  await copy.click();
  await page.getByText('Copy failed', { exact: true }).waitFor();
}, 60_000);
