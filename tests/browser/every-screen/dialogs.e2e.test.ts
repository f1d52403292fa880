import { afterEach, beforeEach, expect, test } from '@jest/globals';
import type { Connection } from '@ridgeline/contracts';
import { newTestCompany, stackOfTests, type TestCompany } from '@ridgeline/testkit';
import type { Page } from 'playwright-core';
import { browserOfTests } from '../../support/browser-of-tests.ts';
import { inspect } from '../../support/pages.ts';
import { blankPageOf } from '../../support/signed-in-page.ts';

const stack = stackOfTests();
const newContext = browserOfTests();
let company: TestCompany;
let page: Page;
beforeEach(async () => {
  company = await newTestCompany(stack, { contacts: 1 });
  page = await blankPageOf(await newContext(), company);
}, 60_000);
afterEach(async () => {
  await page.context().close();
});

/** Waits until the element has the focus, which a dialog takes once it has opened. */
const focused = (css: string) => page.locator(`${css}:focus`).waitFor();

test('When a link is about a connection that is not there, then its dialog says so, and the list is behind it', async () => {
  await company.connect('Denver');
  await page.goto(`${stack.gateway}/connections?dialog=edit&connection=999999`);
  await page.getByRole('dialog', { name: 'Connection Not Found' }).waitFor();
  await focused('button:has-text("All connections")');
  await page.keyboard.press('Enter');
  await page.waitForURL(`${stack.gateway}/connections`);
  await page.getByText('Denver').waitFor();
}, 60_000);

test('When both vendors refuse, then each reason stands at its field and only there', async () => {
  await page.goto(`${stack.gateway}/connections?dialog=create`);
  await page.getByLabel('Name').fill('Shop');
  await page.getByLabel('Acculynx API key').fill('al-key-wrong');
  await page.getByLabel('HubSpot Private Access Token').fill('pat-na1-wrong');
  await page.getByRole('button', { name: 'Create connection', exact: true }).click();
  await page.getByText('Nothing was saved', { exact: true }).waitFor();
  await page.getByText('Failed to create connection. Correct the marked fields.').waitFor();
  for (const reason of ['AccuLynx does not accept this API key', 'HubSpot does not accept this token'])
    expect(await page.getByText(reason).count()).toBe(1);
  await focused('input[name="acculynxApiKey"]');
  await inspect(page);
}, 60_000);

test('When a connection does not work, then no migration can be made with it, and the reason is shown', async () => {
  const broken = await company.connect('Broken');
  await company.connect('Working');
  await page.route('**/api/connections', async (route) => {
    const response = await route.fetch();
    const list = (await response.json()) as Connection[];
    const json = list.map((one) => (one.id === broken.id ? { ...one, hubspotStatus: 'invalid' } : one));
    await route.fulfill({ json });
  });
  await page.goto(`${stack.gateway}/migrations?dialog=create&connection=${broken.id}`);
  const choice = page.getByRole('checkbox', { name: 'Broken' });
  await choice.waitFor();
  expect(await choice.isDisabled()).toBe(true);
  expect(await choice.isChecked()).toBe(false);
  await page.getByText('HubSpot does not accept the stored credential.').waitFor();
  await page.getByRole('button', { name: 'Select All' }).click();
  await page.getByText('1 selected').waitFor();
  await inspect(page);
  await page.getByRole('link', { name: 'Portal Connections' }).click();
  await page.waitForURL(`${stack.gateway}/connections`);
}, 60_000);

test('When what opens a dialog is clicked twice, then the second click beside it does not close it', async () => {
  await company.connect('Denver');
  await company.connect('Waco');
  await page.goto(`${stack.gateway}/migrations`);
  const opener = await page.getByRole('button', { name: 'Create New Migration' }).boundingBox();
  if (!opener) throw new Error('There is no button to open the dialog');
  const [x, y] = [opener.x + opener.width / 2, opener.y + opener.height / 2];
  await page.mouse.click(x, y);
  const dialog = page.getByRole('dialog', { name: 'Create New Migration' });
  await focused('input[aria-label="Search connections"]');
  await page.mouse.click(x, y);
  await dialog.getByLabel('Search connections').fill('nothing like it', { timeout: 5_000 });
  await dialog.getByText('No matching connections').waitFor();
}, 60_000);

test('When Escape is pressed in the search of a dialog, then it clears the search first and closes the dialog second', async () => {
  await company.connect('Denver');
  await company.connect('Waco');
  await page.goto(`${stack.gateway}/migrations?dialog=create`);
  const dialog = page.getByRole('dialog', { name: 'Create New Migration' });
  await focused('input[aria-label="Search connections"]');
  await page.keyboard.type('nothing like it');
  await dialog.getByText('No matching connections').waitFor();
  await page.keyboard.press('Escape');
  await dialog.getByText('Denver').waitFor();
  // The dialog is still open, and typing still searches.
  await page.keyboard.type('nor like this');
  await dialog.getByText('No matching connections').waitFor();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
}, 60_000);

test('When a user types or presses Enter as soon as a dialog is there, then nothing is lost', async () => {
  // With the opening animation, which other tests switch off.
  const context = await newContext({ reducedMotion: 'no-preference' });
  const visitor = await context.newPage();
  await visitor.goto(`${stack.gateway}/auth?token=${'x'.repeat(43)}&userId=1`);
  const password = visitor.getByRole('dialog').getByLabel('New password', { exact: true });
  await password.waitFor({ state: 'attached' });
  await visitor.keyboard.type('kettle');
  expect(await password.inputValue()).toBe('kettle');
  await visitor.keyboard.press('Escape');
  await password.waitFor({ state: 'hidden' });

  await visitor.getByLabel('Email', { exact: true }).fill(company.email);
  await visitor.getByRole('button', { name: 'Forgot your password?' }).click();
  await visitor.getByRole('dialog', { name: 'Reset Password' }).waitFor({ state: 'attached' });
  await visitor.keyboard.press('Enter');
  await visitor.locator('.toast').getByText('Password Reset Email Sent').waitFor();
  await context.close();

  // A dialog that was opened before takes the focus again.
  await page.goto(`${stack.gateway}/connections`);
  const open = page.getByRole('button', { name: 'Add Connection' });
  for (const letters of ['Den', 'ver']) {
    await open.click();
    await page.locator('input[name="name"]').waitFor({ state: 'attached' });
    await page.keyboard.type(letters);
    expect(await page.locator('input[name="name"]').inputValue()).toBe(letters);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
  }
}, 60_000);
