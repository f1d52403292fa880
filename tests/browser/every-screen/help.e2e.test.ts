import { describe, expect, test } from '@jest/globals';
import { newTestCompany, stackOfTests } from '@ridgeline/testkit';
import type { Page } from 'playwright-core';
import { browserOfTests } from '../../support/browser-of-tests.ts';
import { complaintsOf, inspect, looks, tooSmall, untilTrue } from '../../support/pages.ts';
import { interceptFromTheStart, signedInPage } from '../../support/signed-in-page.ts';

const stack = stackOfTests();
const newContext = browserOfTests();

/** Waits until the selected element is within the window. */
const inSight = (page: Page, selector: string) =>
  untilTrue(
    page,
    `(({ top, bottom }) => top >= 0 && bottom <= innerHeight)(document.querySelector('${selector}').getBoundingClientRect())`,
  );

/** The guide's files that were fetched so far. */
const fetchedGuide = (page: Page) =>
  page.evaluate<string[]>(
    `performance.getEntriesByType('resource').map(({ name }) => name).filter((name) => /guide-files|read-guide|\\.png/.test(name))`,
  );

describe.each(looks)('Help on a $name', (look) => {
  test('When "?" is pressed in a half-filled form, then the guide opens there over it, and nothing is lost', async () => {
    const company = await newTestCompany(stack, { contacts: 0 });
    await using context = await newContext(look);
    const page = await signedInPage(context, company, '/connections?dialog=create');
    const complaints = complaintsOf(page);
    const form = page.getByRole('dialog', { name: 'Create New Connection' });
    await form.getByLabel('Name').fill('Denver');
    expect(await fetchedGuide(page)).toEqual([]);
    await form.getByRole('link', { name: 'Help: HubSpot token' }).click();
    const help = page.getByRole('dialog', { name: 'Help', exact: true });
    await help.getByText('crm.objects.contacts.read').waitFor();
    await untilTrue(page, `document.activeElement.id === 'help-the-hubspot-token'`);
    await inSight(page, '#help-the-hubspot-token');
    await inSight(page, '[aria-label="Close help"]');
    await inspect(page);
    expect(await tooSmall(page)).toEqual([]);

    const search = help.getByLabel('Search help');
    await search.fill('merge the two');
    await inspect(page);
    await help.getByRole('link', { name: /^Possible duplicates/ }).click();
    await help.getByRole('heading', { name: 'Possible duplicates' }).waitFor();
    await search.fill('zzz');
    await help.getByText('Nothing found').waitFor();
    await page.keyboard.press('Escape');
    await help.getByText('Take back').waitFor();
    await page.keyboard.press('Escape');
    await help.waitFor({ state: 'hidden' });
    expect(await form.getByLabel('Name').inputValue()).toBe('Denver');
    await untilTrue(page, `document.activeElement.getAttribute('aria-label') === 'Help: HubSpot token'`);

    await page.keyboard.press('Enter');
    await help.getByText('All topics').click();
    await help.getByRole('list', { name: 'Topics' }).waitFor();
    await page.goBack();
    await help.waitFor({ state: 'hidden' });
    expect(await form.getByLabel('Name').inputValue()).toBe('Denver');
    expect(complaints).toEqual([]);
  }, 90_000);

  test('When a user searches in Help, then a result leads to its heading, and links and pictures are those of the guide', async () => {
    const company = await newTestCompany(stack, { contacts: 0 });
    await using context = await newContext(look);
    const page = await signedInPage(context, company, '/');
    const complaints = complaintsOf(page);
    if (look.name !== 'desktop') await page.getByRole('button', { name: 'Open the menu' }).click();
    await page.getByRole('link', { name: 'Help', exact: true }).click();
    await page.getByRole('list', { name: 'Topics' }).getByRole('link').nth(8).waitFor();
    expect(await page.title()).toBe('Help - Ridgeline');
    await inspect(page);
    await page.keyboard.press('/');
    await page.keyboard.type('Not in the plan');
    await page.waitForURL(/q=Not/);
    await inspect(page);
    await page.getByRole('list', { name: 'Results' }).getByRole('link').first().click();
    await page.waitForURL(`${stack.gateway}/help/messages#skipped`);
    await inSight(page, '#skipped');
    await inspect(page);

    await page.goto(`${stack.gateway}/help/summary`);
    await untilTrue(
      page,
      `document.querySelector('img[alt="The summary of a migration"]')?.naturalWidth > 0`,
    );
    expect(await page.evaluate<string>(`document.querySelector('.guide-text img').currentSrc`)).toMatch(
      look.name === 'desktop' ? /\/assets\/account-(?!390)/ : /\/assets\/account-390-/,
    );
    expect(await page.getByRole('heading', { level: 1 }).allInnerTexts()).toEqual(['Read the summary']);
    await inspect(page);
    await page.getByRole('link', { name: 'When it stops' }).first().click();
    await page.getByRole('heading', { level: 1, name: 'When it stops' }).waitFor();
    await page.goto(`${stack.gateway}/help/nothing`);
    await page.getByRole('heading', { name: 'Help Topic Not Found' }).waitFor();
    expect(complaints).toEqual([]);
  }, 90_000);
});

test('When the guide cannot be fetched, then help says so, the page stays, and a new tab has it', async () => {
  const company = await newTestCompany(stack, { contacts: 0 });
  await using context = await newContext();
  await interceptFromTheStart(context);
  const page = await signedInPage(context, company, '/settings');
  await page.getByRole('region', { name: 'Team' }).waitFor();
  await page.route('**/guide-files-*.js', (route) => route.abort());
  await page.getByRole('link', { name: 'Help: Team' }).click();
  const help = page.getByRole('dialog', { name: 'Help', exact: true });
  await help.getByText('Could not load help').waitFor();
  await inspect(page);
  await page.unroute('**/guide-files-*.js');
  const [tab] = await Promise.all([
    context.waitForEvent('page'),
    help.getByRole('link', { name: 'Open help in a new tab' }).click(),
  ]);
  await tab.getByRole('heading', { name: 'Invite a team member' }).waitFor();
  await page.getByRole('button', { name: 'Close help' }).click();
  await help.waitFor({ state: 'hidden' });
  expect(page.url()).toBe(`${stack.gateway}/settings`);
}, 60_000);
