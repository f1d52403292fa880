import { describe, expect, test } from '@jest/globals';
import { newTestCompany, stackOfTests, type TestCompany } from '@ridgeline/testkit';
import type { BrowserContext, Page } from 'playwright-core';
import { browserOfTests } from '../support/browser-of-tests.ts';
import { complaintsOf, inspect, looks, signIn } from '../support/pages.ts';

const stack = stackOfTests();
const newContext = browserOfTests();

const searchText = 'Search portals by name...';

/** A page of the company's person at an address. */
async function pageOf(context: BrowserContext, company: TestCompany, path: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(`${stack.gateway}${path}`);
  await signIn(page, company.email, company.password);
  await page.waitForURL(`${stack.gateway}${path}`);
  return page;
}

/** Opens the Actions menu of a connection and chooses from it. */
async function choose(page: Page, connection: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${connection}` }).click();
  await page.getByRole('menuitem', { name: action }).click();
}

describe.each(looks)('Portal Connections on a $name', (look) => {
  test('When somebody looks for a connection, then the search, both views and the columns do as they are told', async () => {
    const company = await newTestCompany(stack, { contacts: 0 });
    await company.connect('Summit - West');
    await company.connect('peak roofing');
    await using context = await newContext({ ...look, reducedMotion: 'reduce' });
    const page = await pageOf(context, company, '/connections');
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

test('When a connection is renamed, tested and deleted, then each says what came of it', async () => {
  const company = await newTestCompany(stack, { contacts: 0 });
  const connection = await company.connect('Summit - West');
  await using context = await newContext({ reducedMotion: 'reduce' });
  const page = await pageOf(context, company, '/connections');

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

  await choose(page, 'Summit - East', 'Test now');
  const results = page.getByRole('dialog', { name: 'Test of Summit - East' });
  await results.getByText('1 of 1 done').waitFor();
  for (const check of ['AccuLynx API key', 'HubSpot token', 'HubSpot properties', 'Webhook subscription'])
    await results.getByText(check, { exact: true }).waitFor();
  await inspect(page);
  await results.getByRole('button', { name: 'Close' }).last().click();

  await page.goto(`${stack.gateway}/connections/${connection.id}`);
  await page.getByRole('heading', { level: 1, name: 'Summit - East' }).waitFor();
  await page.getByText('Contact types').click();
  await inspect(page);
  await choose(page, 'Summit - East', 'Delete');
  await page.getByRole('button', { name: 'Delete connection' }).click();
  await page.getByText('Connection deleted', { exact: true }).waitFor();
  await page.waitForURL(`${stack.gateway}/connections`);
  await page.getByText('No connections', { exact: true }).waitFor();
  await page.goto(`${stack.gateway}/connections/${connection.id}`);
  await page.getByRole('heading', { name: 'Connection Not Found' }).waitFor();
}, 60_000);

test('When a colleague renames a connection, then an open page shows it without being asked', async () => {
  const company = await newTestCompany(stack, { contacts: 0 });
  const { id } = await company.connect('Summit - West');
  await using context = await newContext({ reducedMotion: 'reduce' });
  const [watching, working] = [await pageOf(context, company, '/connections'), await context.newPage()];
  await working.goto(`${stack.gateway}/connections?dialog=rename&connection=${id}`);
  await working.getByLabel('Connection name').fill('Summit - East');
  await working.getByRole('button', { name: 'Save' }).click();
  await working.getByText('Connection renamed', { exact: true }).waitFor();
  await watching.getByRole('link', { name: 'Summit - East' }).waitFor();
}, 60_000);

test('When an identifier is copied, then a toast says so, and says when it could not be', async () => {
  const company = await newTestCompany(stack, { contacts: 0 });
  const { hubSpotPortalId } = await company.connect('Summit - West');
  await using context = await newContext({ permissions: ['clipboard-read', 'clipboard-write'] });
  const page = await pageOf(context, company, '/connections');
  const copy = page.getByRole('button', { name: `Copy HubSpot Portal ID ${hubSpotPortalId ?? ''}` });
  await copy.click();
  await page.getByText('HubSpot Portal ID Copied', { exact: true }).waitFor();
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(hubSpotPortalId);
  await page.evaluate('navigator.clipboard.writeText = () => Promise.reject(new Error("refused"))');
  await copy.click();
  await page.getByText('Copy failed', { exact: true }).waitFor();
}, 60_000);
