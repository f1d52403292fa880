import { describe, expect, test } from '@jest/globals';
import { getConnection, hubspotScopes, listConnections, updateConnection } from '@ridgeline/contracts';
import { newTestCompany, signInAdministrator, stackOfTests, type TestCompany } from '@ridgeline/testkit';
import type { BrowserContextOptions, Locator, Page } from 'playwright-core';
import { browserOfTests } from '../../support/browser-of-tests.ts';
import { hurrySteps } from '../../support/page-clock.ts';
import { complaintsOf, inspect, inspectInAllLooks, kept, looks, untilTrue } from '../../support/pages.ts';
import { interceptFromTheStart, signedInPage } from '../../support/signed-in-page.ts';

const stack = stackOfTests();
const newContext = browserOfTests();

/** A visitor whose pages do not wait the seconds for which a step is shown. */
async function hurriedContext(options: BrowserContextOptions = {}) {
  const context = await newContext(options);
  await interceptFromTheStart(context);
  await hurrySteps(context);
  return context;
}

const dialog = (page: Page, name = 'Create New Connection') => page.getByRole('dialog', { name });
const missing = (page: Page) => dialog(page, 'Missing HubSpot properties');
const button = (within: Locator | Page, name: string) => within.getByRole('button', { name, exact: true });
const nameOf = (form: Locator) => form.getByLabel('Name', { exact: true });
const keyOf = (form: Locator) => form.getByLabel('Acculynx API key', { exact: true });
const tokenOf = (form: Locator) => form.getByLabel('HubSpot Private Access Token', { exact: true });
const focused = (form: Locator, field: string) => form.locator(`input[name="${field}"]:focus`).waitFor();
const toast = (page: Page, title: string) => page.getByText(title, { exact: true }).first();
const connectionsOf = ({ session }: TestCompany) => session.call(listConnections);

/** A save step in a state, or with the result that it found. */
const step = (page: Page, name: string, told: string | RegExp) =>
  page
    .getByRole('list', { name: 'Saving the connection' })
    .getByRole('listitem')
    .filter({ hasText: name })
    .filter({ hasText: told });

async function fill(form: Locator, { credentials }: TestCompany, name: string): Promise<void> {
  await nameOf(form).fill(name);
  await keyOf(form).fill(credentials.acculynxApiKey);
  await tokenOf(form).fill(credentials.hubspotPat);
}

/** Delays the call that stores a new connection until the returned function is called. */
async function holdCreation(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<null>();
  await page.route('**/api/connections', async (route) => {
    if (route.request().method() === 'POST') await promise;
    await route.fallback();
  });
  return () => {
    resolve(null);
  };
}

describe.each(looks)('The form of a connection on a $name', ({ name: look, ...options }) => {
  test('When a user connects for the first time, then each refusal is shown at its field, the question comes in the third step, and its Cancel saves nothing', async () => {
    const company = await newTestCompany(stack, { contacts: 0 });
    const permissions = ['clipboard-read', 'clipboard-write'];
    await using context = await hurriedContext({ ...options, permissions });
    const page = await signedInPage(context, company, '/connections?dialog=create');
    const form = dialog(page);
    await form.getByText('Where do I find the token').click();
    await form.getByText('crm.objects.contacts.write').waitFor();
    await button(form, 'Copy all').click();
    // The toast disappears as fast as the steps, so the clipboard itself is read.
    const scopes = hubspotScopes.map(({ scope }) => scope).join('\n');
    await untilTrue(
      page,
      `navigator.clipboard.readText().then((text) => text === ${JSON.stringify(scopes)})`,
    );
    await form.getByText('More settings').click();
    await inspect(page);
    // The form's buttons are visible, however long the form is.
    const buttons = await button(form, 'Create connection').boundingBox();
    expect((buttons?.y ?? Infinity) + (buttons?.height ?? 0)).toBeLessThanOrEqual(options.viewport.height);
    await button(form, 'Create connection').click();
    await form.getByText('Please enter a valid HubSpot Private Access Token').waitFor();
    await focused(form, 'name');

    await fill(form, company, `Shop ${look}`);
    await keyOf(form).fill('al-key-wrong');
    await button(form, 'Create connection').click();
    await form.getByText('AccuLynx does not accept this API key').waitFor();
    await form.getByText('Nothing was saved', { exact: true }).waitFor();
    await form.getByText('Failed to create connection. Correct the marked field.').waitFor();
    await focused(form, 'acculynxApiKey');
    await inspect(page);

    const complaints = complaintsOf(page);
    await keyOf(form).fill(company.credentials.acculynxApiKey);
    await button(form, 'Try again').click();
    const question = missing(page);
    await question.getByText('acculynx_contact_id', { exact: true }).waitFor();
    expect(await question.getByLabel('Create missing properties automatically').isChecked()).toBe(true);
    await inspect(page);
    await button(question, 'Cancel').click();
    expect(await nameOf(form).inputValue()).toBe(`Shop ${look}`);
    expect(await keyOf(form).inputValue()).toBe(company.credentials.acculynxApiKey);
    expect(await connectionsOf(company)).toEqual([]);

    const store = await holdCreation(page);
    await button(form, 'Create connection').click();
    await button(question, 'Continue').click();
    await step(page, 'Contact types', 'in progress').waitFor();
    await step(page, 'HubSpot portal details', /complete: Portal/).waitFor();
    await inspect(page);
    for (const secret of [company.credentials.acculynxApiKey, company.credentials.hubspotPat])
      expect(await kept(page, secret)).toEqual([]);
    store();
    await toast(page, 'Connection created').waitFor();
    await form.waitFor({ state: 'hidden' });
    await page.getByRole('link', { name: `Shop ${look}` }).waitFor();
    expect(complaints).toEqual([]);
  }, 60_000);
});

test('When a step fails, then its own is marked and nothing is saved; an error of the webhook stays until it is closed', async () => {
  const company = await newTestCompany(stack, { contacts: 0 });
  const { user, control, credentials } = company;
  await company.connect('Another one');
  await control.withoutScopes(user.companyId, ['crm.objects.contacts.write']);
  await using context = await newContext();
  const page = await signedInPage(context, company, '/connections?dialog=create');
  const form = dialog(page);
  await fill(form, company, 'Shop');
  await button(form, 'Create connection').click();
  await step(page, 'HubSpot portal details', 'failed').waitFor();
  expect(await step(page, 'HubSpot properties', 'waiting').count()).toBe(1);
  await form.getByText(/lacks permissions.*crm\.objects\.contacts\.write/).waitFor();
  await control.withoutScopes(user.companyId, []);

  await hurrySteps(context);
  await page.reload();
  await fill(form, company, 'Shop');
  await form.getByRole('switch', { name: 'Sync new contacts automatically' }).click();
  const refusal = { effect: { kind: 'garble', body: 'html' } } as const;
  const path = '/webhooks/v2/subscriptions';
  await control.addFault({ vendor: 'acculynx', companyId: user.companyId, method: 'POST', path, ...refusal });
  await button(form, 'Create connection').click();
  await step(page, 'Webhook subscription', 'failed').waitFor();
  await form.getByText(/^Webhook error: AccuLynx sent/).waitFor();
  await inspectInAllLooks(page);
  await form.getByRole('button', { name: 'Close' }).last().click();
  await form.getByText('Failed to create connection').waitFor();
  expect(await keyOf(form).inputValue()).toBe(credentials.acculynxApiKey);
  expect((await connectionsOf(company)).map(({ name }) => name)).toEqual(['Another one']);
}, 180_000);

test('When the page is reloaded, then drafts are back without secrets, and a save is found again that was stopped or is still running', async () => {
  const company = await newTestCompany(stack, { contacts: 0 });
  await using context = await hurriedContext();
  const page = await signedInPage(context, company, '/connections?dialog=create');
  const form = dialog(page);
  await fill(form, company, 'Forgotten');
  await page.keyboard.press('Escape');
  await form.waitFor({ state: 'hidden' });
  expect(await kept(page, 'Forgotten')).toEqual([]);

  await button(page, 'Add Connection').click();
  await fill(form, company, 'Reloaded');
  await button(form, 'Create connection').click();
  await button(missing(page), 'Continue').waitFor();
  expect(await kept(page, company.credentials.hubspotPat)).toEqual([]);
  await page.reload();
  await form.getByText('The reload stopped the save').waitFor();
  expect(await form.getByText('in progress', { exact: true }).count()).toBe(0);
  await inspectInAllLooks(page);
  await button(form, 'Back to the form').click();
  await form.getByText('Your draft is back').waitFor();
  await inspectInAllLooks(page);
  expect(await nameOf(form).inputValue()).toBe('Reloaded');
  expect(await keyOf(form).inputValue()).toBe('');

  const noEmail = form.getByRole('checkbox', { name: 'Include contacts without an email address' });
  expect(await noEmail.count()).toBe(0);
  await form.getByRole('switch', { name: 'Sync new contacts automatically' }).click();
  await noEmail.check();

  const { companyId } = company.user;
  const path = '/api/v2/company-settings/**/lead-sources';
  const slow = { effect: { kind: 'slow', delayMs: 3000 }, times: 1 } as const;
  await company.control.addFault({ vendor: 'acculynx', companyId, path, ...slow });
  await fill(form, company, 'Reloaded');
  await button(form, 'Create connection').click();
  await button(missing(page), 'Continue').click();
  await step(page, 'Lead sources', 'in progress').waitFor();
  await page.reload();
  const goesOn = page.getByText('The page was reloaded; the save continues and is shown here.');
  await goesOn.or(toast(page, 'Connection created')).first().waitFor();
  await toast(page, 'Connection created').waitFor();
  await page.getByRole('link', { name: 'Reloaded' }).waitFor();
  expect(await connectionsOf(company)).toMatchObject([
    { name: 'Reloaded', acculynxStatus: 'valid', autoSyncNewContacts: true, includeNoEmailContacts: true },
  ]);
}, 180_000);

test('When the event stream is down, then the keyboard alone does for a save, whose steps go on from the answers', async () => {
  const company = await newTestCompany(stack, { contacts: 0 });
  await using context = await hurriedContext();
  await context.route('**/api/migrations/events', (route) => route.abort());
  const page = await signedInPage(context, company, '/connections?dialog=create');
  const form = dialog(page);
  await focused(form, 'name');
  await page.keyboard.type('By keyboard');
  await keyOf(form).focus();
  await page.keyboard.type(company.credentials.acculynxApiKey);
  await tokenOf(form).focus();
  await page.keyboard.type(company.credentials.hubspotPat);
  expect(await form.getByLabel('Company ID').count()).toBe(0);
  await page.keyboard.press('Enter');
  await missing(page).locator('button:focus', { hasText: 'Continue' }).waitFor();
  await page.keyboard.press('Enter');
  await toast(page, 'Connection created').waitFor();
  expect(await connectionsOf(company)).toMatchObject([{ name: 'By keyboard' }]);
}, 180_000);

test('When two edit one connection, then the second continues from the latest with what was typed', async () => {
  const company = await newTestCompany(stack, { contacts: 0 });
  const pipelines = await company.control.targetPipelines(company.portalId);
  const chosen = pipelines.find(({ id }) => id !== 'default');
  if (!chosen) throw new Error('The simulated portal has a second pipeline');
  const { id } = await company.connect('Denver', { defaultDealPipeline: chosen.id });
  await company.control.deletePipeline(company.portalId, chosen.id);
  const params = { id: String(id) };
  await using context = await hurriedContext();
  const page = await signedInPage(context, company, `/connections?dialog=edit&connection=${id}`);
  const form = dialog(page, 'Update Connection');
  await form.getByText('This pipeline was deleted in HubSpot').waitFor();
  await inspectInAllLooks(page);
  await form.getByLabel('Deal pipeline').selectOption('');
  await nameOf(form).fill('Denver - Mine');
  const { version } = await company.session.call(getConnection, { params });
  const body = { includeDeadJobs: true, defaultDealPipeline: null, version };
  await company.session.call(updateConnection, { params, body });
  await button(form, 'Update connection').click();
  await form.getByText('Another user changed this connection').waitFor();
  await inspectInAllLooks(page);
  await button(form, 'Load the latest, keep my changes').click();
  await form.getByText('No one else changed these fields').waitFor();
  expect(await nameOf(form).inputValue()).toBe('Denver - Mine');
  await button(form, 'Update connection').click();
  await toast(page, 'Connection updated').waitFor();
  expect(await company.session.call(getConnection, { params })).toMatchObject({
    name: 'Denver - Mine',
    includeDeadJobs: true,
    acculynxStatus: 'valid',
  });
}, 180_000);

test('When a connection is edited on a phone, then its masked secrets are as high as any field, and so are their buttons', async () => {
  const company = await newTestCompany(stack, { contacts: 0 });
  const { id } = await company.connect('Denver');
  await using context = await newContext(looks[1]);
  const page = await signedInPage(context, company, `/connections?dialog=edit&connection=${id}`);
  const form = dialog(page, 'Update Connection');
  await nameOf(form).waitFor();
  const fields = form.locator('.text-input').filter({ has: page.locator('input:visible') });
  const heights = async (all: Locator) =>
    Promise.all((await all.all()).map(async (one) => (await one.boundingBox())?.height));
  expect(await heights(fields)).toEqual([44, 44, 44]);
  expect(await heights(form.getByRole('button', { name: /^Replace the/ }))).toEqual([44, 44]);
  await form.getByRole('button', { name: 'Replace the token' }).click();
  expect(await heights(fields)).toEqual([44, 44, 44]);
  expect(await heights(form.getByRole('button', { name: 'Keep stored token' }))).toEqual([44]);
  await inspect(page);
}, 60_000);

test('When a connection is copied, then its secrets are taken on the server, and no draft is left', async () => {
  const company = await newTestCompany(stack, { contacts: 0 });
  const { id } = await company.connect('Denver');
  await using context = await hurriedContext();
  const page = await signedInPage(context, company, `/connections?dialog=copy&connection=${id}`);
  const copy = dialog(page);
  await nameOf(copy).waitFor();
  expect(await nameOf(copy).inputValue()).toBe('Denver (Copy)');
  await inspectInAllLooks(page);
  // Turning a phone changes the width, and the form stays.
  await focused(copy, 'name');
  expect(await tokenOf(copy).inputValue()).toMatch(/^••••/);
  expect(await kept(page, '••••')).toEqual([]);
  expect(await kept(page, `"sourceConnectionId\\":${id}`)).not.toEqual([]);
  await button(copy, 'Create connection').click();
  await toast(page, 'Connection created').waitFor();
  const copies = (await connectionsOf(company)).filter(({ name }) => name === 'Denver (Copy)');
  expect(copies).toMatchObject([{ acculynxStatus: 'valid', hubspotStatus: 'valid' }]);
  expect(await kept(page, '(Copy)')).toEqual([]);
}, 180_000);

test('Administrators alone see the company of a connection', async () => {
  const { session } = await signInAdministrator(stack);
  await using context = await newContext();
  const page = await signedInPage(context, { session }, '/connections?dialog=create');
  await dialog(page).getByLabel('Company ID').waitFor();
  await inspect(page);
}, 180_000);
