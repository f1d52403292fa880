import { describe, expect, test } from '@jest/globals';
import { getConnection, listConnections, updateConnection } from '@ridgeline/contracts';
import { newTestCompany, signInAdministrator, stackOfTests, type TestCompany } from '@ridgeline/testkit';
import type { BrowserContext, Locator, Page } from 'playwright-core';
import { browserOfTests } from '../support/browser-of-tests.ts';
import { complaintsOf, inspect, kept, looks, signIn } from '../support/pages.ts';

const stack = stackOfTests();
const newContext = browserOfTests();

/** A save shows eleven steps, each for a second, and waits two after it created properties. */
const saveMs = 30_000;

async function pageOf(
  context: BrowserContext,
  { email, password }: TestCompany,
  path: string,
): Promise<Page> {
  const page = await context.newPage();
  await page.goto(`${stack.gateway}${path}`);
  await page.waitForURL(/\/auth/);
  await signIn(page, email, password);
  await page.waitForURL(`${stack.gateway}${path}`);
  return page;
}

const dialog = (page: Page, name = 'Create New Connection') => page.getByRole('dialog', { name });
const button = (within: Locator | Page, name: string) => within.getByRole('button', { name, exact: true });
const nameOf = (form: Locator) => form.getByLabel('Name', { exact: true });
const keyOf = (form: Locator) => form.getByLabel('Acculynx API key', { exact: true });
const tokenOf = (form: Locator) => form.getByLabel('HubSpot Private Access Token', { exact: true });
const step = (page: Page, name: string, state: string) =>
  page
    .getByRole('list', { name: 'Saving the connection' })
    .getByRole('listitem')
    .filter({ hasText: name })
    .filter({ hasText: state });

async function fill(page: Page, { credentials }: TestCompany, name: string): Promise<Locator> {
  const form = dialog(page);
  await nameOf(form).fill(name);
  await keyOf(form).fill(credentials.acculynxApiKey);
  await tokenOf(form).fill(credentials.hubspotPat);
  return form;
}

const toast = (page: Page, title: string) => page.getByText(title, { exact: true }).first();
const connectionsOf = ({ session }: TestCompany) => session.call(listConnections);

describe.each(looks)('The form of a connection on a $name', ({ name: look, ...options }) => {
  test('When somebody connects for the first time, then the question comes in the third step, and Cancel of it saves nothing', async () => {
    const company = await newTestCompany(stack, { contacts: 0 });
    await using context = await newContext({ ...options, reducedMotion: 'reduce' });
    const page = await pageOf(context, company, '/connections?dialog=create');
    const complaints = complaintsOf(page);
    const form = dialog(page);
    await nameOf(form).waitFor();
    await form.getByText('Where do I find the token').click();
    await form.getByText('crm.objects.contacts.write').waitFor();
    await form.getByText('More settings').click();
    await inspect(page);
    await button(form, 'Create connection').click();
    await form.getByText('Please enter a valid HubSpot Private Access Token').waitFor();
    expect(await nameOf(form).evaluate('(field) => document.activeElement === field')).toBe(true);

    await fill(page, company, `Shop ${look}`);
    await button(form, 'Create connection').click();
    await step(page, 'Acculynx location details', 'complete').waitFor();
    const question = dialog(page, 'Missing HubSpot properties');
    await question.getByText('acculynx_contact_id', { exact: true }).waitFor();
    expect(await question.getByLabel('Create missing properties automatically').isChecked()).toBe(true);
    await inspect(page);
    await button(question, 'Cancel').click();
    expect(await nameOf(form).inputValue()).toBe(`Shop ${look}`);
    expect(await keyOf(form).inputValue()).toBe(company.credentials.acculynxApiKey);
    expect(await connectionsOf(company)).toEqual([]);

    await button(form, 'Create connection').click();
    await button(question, 'Continue').click();
    await step(page, 'Contact types', 'in progress').waitFor();
    await inspect(page);
    for (const secret of [company.credentials.acculynxApiKey, company.credentials.hubspotPat])
      expect(await kept(page, secret)).toEqual([]);
    await toast(page, 'Connection created').waitFor({ timeout: saveMs });
    await form.waitFor({ state: 'hidden' });
    await page.getByText(`Shop ${look}`).first().waitFor();
    expect(complaints).toEqual([]);
  }, 120_000);

  test('When the AccuLynx key is wrong, then its own step failed and no step of HubSpot, and its field is marked', async () => {
    const company = await newTestCompany(stack, { contacts: 0 });
    await using context = await newContext({ ...options, reducedMotion: 'reduce' });
    const page = await pageOf(context, company, '/connections?dialog=create');
    const form = await fill(page, company, 'Shop');
    await keyOf(form).fill('al-key-wrong');
    await button(form, 'Create connection').click();
    await step(page, 'Acculynx location details', 'failed').waitFor();
    expect(await step(page, 'HubSpot', 'failed').count()).toBe(0);
    await form.getByText('Failed to create connection').waitFor();
    await form.getByText('AccuLynx does not accept this API key').waitFor();
    expect(await keyOf(form).evaluate('(field) => document.activeElement === field')).toBe(true);
    await inspect(page);
  }, 60_000);
});

test('When the token lacks a scope, then it is named before anything is saved', async () => {
  const company = await newTestCompany(stack, { contacts: 0 });
  await company.control.withoutScopes(company.user.companyId, ['crm.objects.contacts.write']);
  await using context = await newContext({ reducedMotion: 'reduce' });
  const page = await pageOf(context, company, '/connections?dialog=create');
  const form = await fill(page, company, 'Shop');
  await button(form, 'Create connection').click();
  await step(page, 'HubSpot portal details', 'failed').waitFor();
  await form.getByText(/lacks permissions.*crm\.objects\.contacts\.write/).waitFor();
  expect(await connectionsOf(company)).toEqual([]);
}, 60_000);

test('When the page is reloaded in the middle of a save, then it finds the save again and sees it end', async () => {
  const company = await newTestCompany(stack, { contacts: 0 });
  await company.connect('Another one');
  await using context = await newContext({ reducedMotion: 'reduce' });
  const page = await pageOf(context, company, '/connections?dialog=create');
  const form = await fill(page, company, 'Reloaded');
  // The answer comes late, so that the reload is earlier; the server does not wait for it.
  await page.route('**/api/connections', async (route) => {
    if (route.request().method() !== 'POST') return route.fallback();
    await route.fetch();
    await new Promise(() => undefined);
  });
  await button(form, 'Create connection').click();
  await step(page, 'Contact types', 'in progress').waitFor();
  await page.reload();
  await page
    .getByText('The page was reloaded; the save goes on')
    .or(toast(page, 'Connection created'))
    .waitFor();
  await toast(page, 'Connection created').waitFor({ timeout: saveMs });
  expect((await connectionsOf(company)).map(({ name }) => name).toSorted()).toEqual([
    'Another one',
    'Reloaded',
  ]);
}, 90_000);

test('When the event stream is down, then the steps go on from the answers of the calls', async () => {
  const company = await newTestCompany(stack, { contacts: 0 });
  await company.connect('Another one');
  await using context = await newContext({ reducedMotion: 'reduce' });
  const page = await context.newPage();
  await page.route('**/api/migrations/events', (route) => route.abort());
  await page.goto(`${stack.gateway}/connections?dialog=create`);
  await signIn(page, company.email, company.password);
  const form = await fill(page, company, 'Without a stream');
  await button(form, 'Create connection').click();
  await step(page, 'Webhook subscription', 'in progress').waitFor({ timeout: saveMs });
  await toast(page, 'Connection created').waitFor({ timeout: saveMs });
}, 90_000);

test('When the webhook fails, then the panel stays with its text until it is closed, and what was typed is there', async () => {
  const company = await newTestCompany(stack, { contacts: 0 });
  await company.connect('Another one');
  await using context = await newContext({ reducedMotion: 'reduce' });
  const page = await pageOf(context, company, '/connections?dialog=create');
  const form = await fill(page, company, 'Shop');
  const text = 'The webhook could not be subscribed at AccuLynx. Nothing was saved.';
  await page.route('**/api/connections', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({
          status: 400,
          json: { error: text, message: text, code: 'connection.webhook_failed' },
        })
      : route.fallback(),
  );
  await button(form, 'Create connection').click();
  await step(page, 'Webhook subscription', 'failed').waitFor({ timeout: saveMs });
  await form.getByText(`Webhook error: ${text}`).waitFor();
  await inspect(page);
  await form.getByRole('button', { name: 'Close' }).last().click();
  expect(await keyOf(form).inputValue()).toBe(company.credentials.acculynxApiKey);
  await form.getByText('Failed to create connection').waitFor();
}, 60_000);

test('When two edit one connection, then the second is told, and goes on upon the latest with what was typed', async () => {
  const company = await newTestCompany(stack, { contacts: 0 });
  const { id } = await company.connect('Denver');
  const params = { id: String(id) };
  await using context = await newContext({ reducedMotion: 'reduce' });
  const page = await pageOf(context, company, `/connections?dialog=edit&connection=${id}`);
  const form = dialog(page, 'Update Connection');
  await nameOf(form).fill('Denver - Mine');
  const { version } = await company.session.call(getConnection, { params });
  await company.session.call(updateConnection, { params, body: { includeDeadJobs: true, version } });
  await button(form, 'Update connection').click();
  await form.getByText('Somebody else changed this connection').waitFor({ timeout: saveMs });
  await inspect(page);
  await button(form, 'Load the latest, keep my changes').click();
  await form.getByText('Nobody else touched what you changed').waitFor();
  expect(await nameOf(form).inputValue()).toBe('Denver - Mine');
  await button(form, 'Update connection').click();
  await toast(page, 'Connection updated').waitFor({ timeout: saveMs });
  expect(await company.session.call(getConnection, { params })).toMatchObject({
    name: 'Denver - Mine',
    includeDeadJobs: true,
    acculynxStatus: 'valid',
  });
}, 120_000);

test('When a connection is copied, then the server takes the secrets, and the browser keeps none', async () => {
  const company = await newTestCompany(stack, { contacts: 0 });
  const { id } = await company.connect('Denver');
  await using context = await newContext({ reducedMotion: 'reduce' });
  const page = await pageOf(context, company, `/connections?dialog=copy&connection=${id}`);
  const form = dialog(page);
  expect(await nameOf(form).inputValue()).toBe('Denver (Copy)');
  expect(await tokenOf(form).inputValue()).toMatch(/^••••/);
  expect(await kept(page, '••••')).toEqual([]);
  expect(await kept(page, `"sourceConnectionId\\":${id}`)).not.toEqual([]);
  await button(form, 'Create connection').click();
  await toast(page, 'Connection created').waitFor({ timeout: saveMs });
  const copies = (await connectionsOf(company)).filter(({ name }) => name === 'Denver (Copy)');
  expect(copies).toMatchObject([{ acculynxStatus: 'valid', hubspotStatus: 'valid' }]);
  expect(await kept(page, 'Denver (Copy)')).toEqual([]);
}, 90_000);

test('When the page is reloaded over a new connection, then the draft is back without its secrets; closing forgets it', async () => {
  const company = await newTestCompany(stack, { contacts: 0 });
  await using context = await newContext({ reducedMotion: 'reduce' });
  const page = await pageOf(context, company, '/connections?dialog=create');
  const form = await fill(page, company, 'Typed already');
  expect(await kept(page, company.credentials.hubspotPat)).toEqual([]);
  await page.reload();
  await form.getByText('Your draft is back').waitFor();
  expect(await nameOf(form).inputValue()).toBe('Typed already');
  expect(await keyOf(form).inputValue()).toBe('');
  await page.keyboard.press('Escape');
  await form.waitFor({ state: 'hidden' });
  expect(await kept(page, 'Typed already')).toEqual([]);
}, 60_000);

test('When a pipeline was deleted since, then the form says so; without a choice the default serves', async () => {
  const company = await newTestCompany(stack, { contacts: 0 });
  const pipelines = await company.control.targetPipelines(company.portalId);
  const chosen = pipelines.find(({ id }) => id !== 'default');
  if (!chosen) throw new Error('The simulated portal has a second pipeline');
  const { id } = await company.connect('Denver', { defaultDealPipeline: chosen.id });
  await company.control.deletePipeline(company.portalId, chosen.id);
  await using context = await newContext({ reducedMotion: 'reduce' });
  const page = await pageOf(context, company, `/connections?dialog=edit&connection=${id}`);
  const form = dialog(page, 'Update Connection');
  await form.getByText('This pipeline was deleted in HubSpot').waitFor();
  await inspect(page);
  await form.getByLabel('Deal pipeline').selectOption('');
  await button(form, 'Update connection').click();
  await toast(page, 'Connection updated').waitFor({ timeout: saveMs });
}, 90_000);

test('Only administrators see the company of a connection, and the keyboard alone does for the form', async () => {
  const company = await newTestCompany(stack, { contacts: 0 });
  await using context = await newContext({ reducedMotion: 'reduce' });
  const page = await pageOf(context, company, '/connections?dialog=create');
  const form = dialog(page);
  await nameOf(form).waitFor();
  expect(await form.getByLabel('Company ID').count()).toBe(0);
  await page.keyboard.type('By keyboard');
  expect(await nameOf(form).inputValue()).toBe('By keyboard');
  await keyOf(form).focus();
  await page.keyboard.type(company.credentials.acculynxApiKey);
  await tokenOf(form).focus();
  await page.keyboard.type(company.credentials.hubspotPat);
  await page.keyboard.press('Enter');
  await button(dialog(page, 'Missing HubSpot properties'), 'Continue').waitFor();
  await page.keyboard.press('Enter');
  await toast(page, 'Connection created').waitFor({ timeout: saveMs });

  const { email, password } = await signInAdministrator(stack);
  await using other = await newContext({ reducedMotion: 'reduce' });
  const ofAdministrator = await other.newPage();
  await ofAdministrator.goto(`${stack.gateway}/connections?dialog=create`);
  await signIn(ofAdministrator, email, password);
  await dialog(ofAdministrator).getByLabel('Company ID').waitFor();
  await inspect(ofAdministrator);
}, 120_000);
