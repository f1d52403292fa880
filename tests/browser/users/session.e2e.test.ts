import { describe, expect, test } from '@jest/globals';
import { signOutEverywhere, updateUser } from '@ridgeline/contracts';
import { openApiSession } from '@ridgeline/devstack';
import {
  eventually,
  newTestCompany,
  signInAdministrator,
  stackOfTests,
  type TestCompany,
} from '@ridgeline/testkit';
import type { Page } from 'playwright-core';
import { browserOfTests } from '../../support/browser-of-tests.ts';
import { untilEnded } from '../../support/migrations.ts';
import { inspect, looks, signIn } from '../../support/pages.ts';
import { signedInPage } from '../../support/signed-in-page.ts';

const stack = stackOfTests();
const newContext = browserOfTests();

async function setAccess(company: TestCompany, reason: string | null): Promise<void> {
  const { session } = await signInAdministrator(stack);
  await session.call(updateUser, {
    params: { id: String(company.user.id) },
    body: { accessRevoked: reason !== null, accessRevokedReason: reason },
  });
}

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });

describe.each(looks)('Overlays on a $name', (look) => {
  test('When access is revoked while a migration is watched, then only the reason and the way out are left', async () => {
    const company = await newTestCompany(stack, { contacts: 200 });
    const { id } = await company.startMigration(await company.connect(), {
      batchSize: 5,
      concurrency: 1,
      delayMs: 100,
    });
    await using context = await newContext(look);
    const page = await signedInPage(context, company, `/migrations/${id}`);
    await page.getByText('Copying contacts to HubSpot').waitFor();
    await setAccess(company, 'Your contract has ended');

    const revoked = dialog(page, 'Access Revoked');
    await revoked.getByText('Your contract has ended').waitFor({ timeout: 10_000 });
    await revoked.getByText('support@ridgeline.example').waitFor();
    expect(await page.title()).toBe('Access Revoked - Ridgeline');
    expect(await page.getByText('Copying contacts to HubSpot').count()).toBe(0);
    await page.keyboard.press('Escape');
    expect(await revoked.isVisible()).toBe(true);
    await inspect(page);
    await page.getByRole('button', { name: 'Sign Out' }).click();
    await page.waitForURL(`${stack.gateway}/auth`);
    await page.locator('.toast').getByText('You have been logged out successfully.').waitFor();

    // Signing in works but shows the same message. With access restored, the next sign-in opens the app again.
    await signIn(page, company.email, company.password);
    await revoked.getByText('Your contract has ended').waitFor();
    await setAccess(company, null);
    await page.goto(`${stack.gateway}/auth`);
    await signIn(page, company.email, company.password);
    await page.getByRole('heading', { name: 'Dashboard' }).waitFor();
    await company.session.signIn(company.email, company.password);
    expect((await untilEnded(company, id)).status).toBe('completed');
  }, 120_000);

  test('When the session expires, then the page stays under the dialog, and sign-in leads back to it', async () => {
    const company = await newTestCompany(stack, { contacts: 0 });
    await using context = await newContext(look);
    const page = await signedInPage(context, company, '/connections?dialog=create');
    await page.getByLabel('Name').fill('Denver');
    await context.clearCookies();
    await page.getByLabel('Acculynx API key').fill('al-key-1');
    await page.getByLabel('HubSpot Private Access Token').fill('pat-na1-1');
    await page.getByRole('button', { name: 'Create connection', exact: true }).click();
    await dialog(page, 'Session Expired')
      .getByText('Your session has expired. Please log in again.')
      .waitFor();
    await inspect(page);
    await page.getByRole('button', { name: 'Log In Again' }).click();
    await page.waitForURL(`${stack.gateway}/auth?session_expired=true`);
    await page.locator('input[name="email"]:focus').waitFor();
    await page.getByRole('main').getByText('Session Expired').waitFor();
    await page.locator('.toast').getByText('Session Expired').waitFor();
    await inspect(page);
    await signIn(page, company.email, company.password);
    await page.waitForURL(`${stack.gateway}/connections?dialog=create`);
  }, 90_000);

  test('When the network goes, then a message says so, and it goes when the network is back', async () => {
    const company = await newTestCompany(stack, { contacts: 0 });
    await using context = await newContext(look);
    const page = await signedInPage(context, company, '/settings');
    await page.getByText('Profile Information').waitFor();
    await context.setOffline(true);
    await page.getByRole('button', { name: 'Save' }).first().click();
    const lost = dialog(page, 'Connection Error');
    await lost.getByText('Connection terminated due to connection timeout').waitFor({ timeout: 15_000 });
    await page.getByRole('button', { name: 'Refresh Page' }).waitFor();
    await inspect(page);
    // A line that stays instead of a toast: nothing was saved.
    await page.getByText('Error updating profile').waitFor({ state: 'attached' });
    expect(await page.getByText('Error updating profile').count()).toBe(1);
    await context.setOffline(false);
    await lost.waitFor({ state: 'hidden', timeout: 15_000 });
    await page.getByRole('alert').getByText('The server could not be reached').waitFor();
    expect(await page.getByText('Error updating profile').count()).toBe(1);
    expect(await page.getByText('Profile Information').isVisible()).toBe(true);
  }, 90_000);
});

test('When the session ended while the browser was offline, then a message says so soon after it is back', async () => {
  const company = await newTestCompany(stack, { contacts: 0 });
  await using context = await newContext();
  const page = await signedInPage(context, company, '/settings');
  await page.getByText('Profile Information').waitFor();
  await context.setOffline(true);
  await context.clearCookies();
  await context.setOffline(false);
  await dialog(page, 'Session Expired').waitFor({ timeout: 15_000 });
}, 60_000);

test('When a user signs out everywhere, then the other browser says within seconds that the session is over', async () => {
  const company = await newTestCompany(stack, { contacts: 0 });
  await using context = await newContext();
  const session = openApiSession(stack.gateway);
  await session.signIn(company.email, company.password);
  const page = await signedInPage(context, { session }, '/migrations');
  await page.getByText('Real-time updates connected').waitFor();
  await company.session.call(signOutEverywhere);
  await dialog(page, 'Session Expired').waitFor({ timeout: 15_000 });
}, 60_000);

test('When an appearance is chosen, then it holds, also after a reload and after signing out', async () => {
  const company = await newTestCompany(stack, { contacts: 0 });
  await using context = await newContext({ colorScheme: 'light' });
  const page = await signedInPage(context, company, '/');
  const background = () => page.evaluate<string>('getComputedStyle(document.body).backgroundColor');
  const light = await background();
  await page.getByRole('radio', { name: 'System' }).focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  expect(await page.getByRole('radio', { name: 'Dark' }).isChecked()).toBe(true);
  // Colors change with the next frame.
  await eventually(async () => expect(await background()).not.toBe(light), { what: 'the page to be dark' });
  const dark = await background();
  await inspect(page);
  await page.reload();
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor();
  expect(await background()).toBe(dark);
  await page.getByRole('button', { name: 'Log out' }).click();
  await page.waitForURL(`${stack.gateway}/auth`);
  await page.reload();
  await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor();
  expect(await background()).toBe(dark);
  await inspect(page);
}, 60_000);

test('When a user uses the keyboard, then tooltips come with the focus, Escape closes them, and F8 leads to the toast', async () => {
  const company = await newTestCompany(stack, { contacts: 0 });
  await using context = await newContext();
  const page = await context.newPage();
  await page.goto(`${stack.gateway}/auth`);
  await signIn(page, company.email, company.password);
  await page.locator('.toast').getByText('Login successful').waitFor();
  // A page that is still loading would take the focus later.
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor();
  await page.keyboard.press('F8');
  await page.locator('.toast-viewport:focus').waitFor();
  await page.getByRole('radio', { name: 'System' }).focus();
  await page.keyboard.press('Tab');
  await page.locator('button[aria-label="Log out"]:focus').waitFor();
  await page.getByRole('tooltip', { name: 'Log out' }).waitFor({ state: 'attached' });
  await inspect(page);
  await page.keyboard.press('Escape');
  await page.getByRole('tooltip').waitFor({ state: 'detached' });
}, 60_000);

describe.each(looks)('Access on a $name', (look) => {
  test('When access comes back while its dialog stands, then the page says so and leads to sign in, and back', async () => {
    const company = await newTestCompany(stack, { contacts: 0 });
    await using context = await newContext(look);
    const page = await signedInPage(context, company, '/settings');
    await page.getByText('Profile Information').waitFor();
    await setAccess(company, 'A mistake');
    await dialog(page, 'Access Revoked').getByText('A mistake').waitFor({ timeout: 10_000 });
    await setAccess(company, null);
    // The page checks every 30 seconds, and when the network comes back.
    await page.evaluate("window.dispatchEvent(new Event('online'))");
    await page.getByRole('heading', { name: 'Your access is back' }).waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
    expect(await page.title()).toBe('Access Restored - Ridgeline');
    await inspect(page);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL(`${stack.gateway}/auth`);
    expect(await page.getByText('Session Expired').count()).toBe(0);
    await signIn(page, company.email, company.password);
    await page.waitForURL(`${stack.gateway}/settings`);
    await page.getByText('Profile Information').waitFor();
  }, 90_000);
});

test('When a user is moved to another company, then everything that is shown is of the new one within a moment', async () => {
  const [former, next] = [
    await newTestCompany(stack, { contacts: 0 }),
    await newTestCompany(stack, { contacts: 0 }),
  ];
  await former.connect('Former portal');
  await using context = await newContext();
  const page = await signedInPage(context, former, '/connections');
  await page.getByText('Former portal').waitFor();
  const { session } = await signInAdministrator(stack);
  await session.call(updateUser, {
    params: { id: String(former.user.id) },
    body: { companyId: next.user.companyId },
  });
  await page.getByText('No connections', { exact: true }).waitFor({ timeout: 10_000 });
  await page.getByRole('link', { name: 'Dashboard' }).click();
  await page.getByRole('main').getByText(next.user.companyId).waitFor();
}, 60_000);
