import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Connection } from '@ridgeline/contracts';
import { eventually, newTestCompany, stackOfTests, type TestCompany } from '@ridgeline/testkit';
import type { Page } from 'playwright-core';
import { browserOfTests } from '../../support/browser-of-tests.ts';
import { complaintsOf, drawn, inspect, inspectInAllLooks, untilTrue } from '../../support/pages.ts';
import { answerList, manyOf } from '../../support/shown-connections.ts';
import { blankPageOf, signedInPage } from '../../support/signed-in-page.ts';

const stack = stackOfTests();
const newContext = browserOfTests();

let company: TestCompany;
let connection: Connection;
beforeAll(async () => {
  company = await newTestCompany(stack, { contacts: 400 });
  connection = await company.connect('Summit - West');
}, 60_000);

/** A context that remembers the view. */
async function contextWith(view: 'grid' | 'list') {
  const context = await newContext();
  await context.addCookies([{ name: 'ridgeline-connections', value: view, url: stack.gateway }]);
  return context;
}

/** Whether a connection is drawn after the focused one: otherwise, the next Tab would leave the list. */
const isFollowed = `(() => {
  const row = document.activeElement.closest('li, tr');
  return row !== null && !row.contains([...document.querySelectorAll('a.connection-name')].at(-1));
})()`;

/** What overflows the cards on a phone, and which columns before the last are cut off on a laptop. */
async function cutIn(page: Page): Promise<string[]> {
  const cut = async (width: number, elements: string, isCut: string) => {
    await page.setViewportSize({ width, height: 900 });
    await drawn(page);
    return page.evaluate<string[]>(
      `[...document.querySelectorAll('${elements}')].filter((one) => ${isCut}).map((one) => one.textContent)`,
    );
  };
  const card = 'one.closest(".connection-card")';
  return [
    ...(await cut(
      390,
      '.connection-card-foot > a',
      `one.scrollWidth > one.clientWidth || one.getBoundingClientRect().bottom > ${card}.getBoundingClientRect().bottom`,
    )),
    ...(await cut(
      1440,
      '.connection-table thead th:not(:last-child)',
      'one.getBoundingClientRect().right > document.querySelector(".connection-table").getBoundingClientRect().right',
    )),
  ];
}

const dialogAddress = (kind: string) => `/connections?dialog=${kind}&connection=${connection.id}`;
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

describe.each(['grid', 'list'] as const)('Portal Connections as a %s', (view) => {
  test('When the list loads, fails, is empty, full or searched in vain, then each state fits and is accessible', async () => {
    await using context = await contextWith(view);
    const page = await blankPageOf(context, company);
    const answer = await answerList(page);

    answer('never');
    await page.goto(`${stack.gateway}/connections`);
    await page.getByText('Loading the connections').waitFor({ state: 'attached' });
    await inspectInAllLooks(page);

    answer('failure');
    let refusals = 0;
    page.on('response', (response) => (refusals += Number(response.status() === 500)));
    await page.reload();
    await page.getByRole('heading', { name: 'Could not load the connections' }).waitFor();
    await page.getByText('Request r-1').waitFor();
    await inspectInAllLooks(page);
    // It retries three times automatically; then the user has to.
    await eventually(() => expect(refusals).toBe(4), { what: 'the page to ask no more', within: 20_000 });

    answer(() => []);
    await button(page, 'Try Again').click();
    await page.getByRole('heading', { name: 'No connections' }).waitFor();
    await inspectInAllLooks(page);

    answer(manyOf(40));
    await page.reload();
    await page.getByText('40 connections', { exact: true }).waitFor();
    await inspectInAllLooks(page);
    expect(await cutIn(page)).toEqual([]);

    await page.getByPlaceholder('Search portals by name...').fill('nowhere');
    await page.getByRole('heading', { name: 'No matching connections' }).waitFor();
    await inspectInAllLooks(page);
  }, 240_000);

  test('When there are 2,000 connections, then few are drawn, and the keyboard reaches the last one', async () => {
    await using context = await contextWith(view);
    const page = await blankPageOf(context, company);
    const complaints = complaintsOf(page);
    (await answerList(page))(manyOf(2_000));
    await page.goto(`${stack.gateway}/connections`);
    await page.getByText('2,000 connections', { exact: true }).waitFor();
    const names = page.locator('a.connection-name');
    expect(await names.count()).toBeLessThan(60);
    if (view === 'list') await page.getByRole('region', { name: 'List of connections' }).focus();
    await page.keyboard.press('End');
    // In a browser that scrolls smoothly, a key pressed during the scroll would be lost: wait until the last connection
    // rests.
    await page.getByRole('link', { name: 'Ridge 2000' }).click({ trial: true });
    expect(await names.count()).toBeLessThan(60);
    const first = page.getByRole('link', { name: 'Ridge 0001' });
    await page.keyboard.press('Home');
    await first.click({ trial: true });
    await first.focus();
    // Each connection that gets the focus scrolls into view, along with those after it.
    for (let tabs = 0; tabs < 200 && (await first.count()) > 0; tabs++) {
      await page.keyboard.press('Tab');
      await drawn(page);
      await untilTrue(page, isFollowed);
    }
    expect(await first.count()).toBe(0);
    expect(await page.evaluate('document.activeElement.closest("li, tr") !== null')).toBe(true);
    await inspect(page);
    expect(complaints).toEqual([]);
  }, 90_000);
});

test('When columns are chosen, a menu is open or connections are ticked and tested, then that fits and is accessible', async () => {
  await using context = await contextWith('list');
  const page = await blankPageOf(context, company);
  (await answerList(page))(manyOf(6));
  await page.goto(`${stack.gateway}/connections`);
  await page.getByText('6 connections', { exact: true }).waitFor();
  const columns = page.getByRole('dialog', { name: 'Columns of the list' });
  await inspectInAllLooks(page, async () => {
    await button(page, 'Columns').click();
    await columns.waitFor();
  });
  for (const column of await columns.getByRole('checkbox', { disabled: false }).all()) await column.check();
  await page.keyboard.press('Escape');
  await inspectInAllLooks(page, async () => {
    await page.getByRole('button', { name: 'Actions for Ridge 0001' }).click();
    await page.getByRole('menuitem', { name: 'Rename' }).waitFor();
  });
  await page.keyboard.press('Escape');

  await page.getByLabel('Select all').check();
  await page.getByText('6 selected', { exact: true }).waitFor();
  await inspectInAllLooks(page);
  await button(page, 'Test now').click();
  const results = page.getByRole('dialog', { name: 'Test of 6 connections' });
  await results.getByText('6 of 6 done').waitFor();
  await inspectInAllLooks(page);
  await button(page, 'Close').last().click();
  await button(page, 'Clear selection').click();
  await page.getByText(/\d selected/).waitFor({ state: 'hidden' });
  expect(await button(page, 'Test now').count()).toBe(0);
}, 240_000);

test('When a connection is renamed, tested or deleted, then each dialog fits and is accessible; a running migration is asked about', async () => {
  await using context = await contextWith('grid');
  // The cancelled migration's toast would replace the expected one.
  await context.route('**/api/migrations/events', (route) => route.abort());
  const page = await signedInPage(context, company, dialogAddress('rename'));
  await page.getByLabel('Connection name').fill('ab');
  await page.keyboard.press('Tab');
  await page.getByText('Connection name must be at least 3 characters').waitFor();
  await inspectInAllLooks(page);

  const { companyId } = company.user;
  await company.control.withoutScopes(companyId, ['crm.objects.contacts.write']);
  await page.goto(`${stack.gateway}${dialogAddress('test')}`);
  await page.getByText('1 of 1 done').waitFor();
  await page
    .getByText(/crm\.objects\.contacts\.write/)
    .first()
    .waitFor();
  await inspectInAllLooks(page);
  await company.control.withoutScopes(companyId, []);
  await button(page, 'Test again').click();
  await page.getByText('1 of 1 done').waitFor();
  await page.getByText('Passed').nth(3).waitFor();

  await company.startMigration(connection, { batchSize: 1, delayMs: 5000 });
  await page.goto(`${stack.gateway}${dialogAddress('delete')}`);
  await page.getByText('Nothing is deleted in AccuLynx or HubSpot').waitFor();
  await inspectInAllLooks(page);
  await button(page, 'Delete connection').click();
  // The focus is on 'Keep it', so that a second press of the same key confirms nothing.
  await page.locator('button:focus', { hasText: 'Keep it' }).waitFor();
  await inspectInAllLooks(page);
  await button(page, 'Delete and cancel migrations').click();
  await page.getByText('Connection deleted', { exact: true }).waitFor();
  await page.getByRole('heading', { name: 'No connections' }).waitFor();
}, 240_000);
