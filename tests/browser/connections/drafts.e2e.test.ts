import { expect, test } from '@jest/globals';
import { signOutEverywhere, updateProfile, updateUser } from '@ridgeline/contracts';
import { newColleague, newTestCompany, signInAdministrator, stackOfTests } from '@ridgeline/testkit';
import type { Page } from 'playwright-core';
import { browserOfTests } from '../../support/browser-of-tests.ts';
import { chooseUserAction, inspect, signIn } from '../../support/pages.ts';
import { interceptFromTheStart, signedInPage } from '../../support/signed-in-page.ts';

const stack = stackOfTests();
const newContext = browserOfTests();

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const profile = (page: Page) => page.getByRole('region', { name: 'Profile Information' });

async function typeIntoForms(page: Page): Promise<void> {
  await profile(page).getByLabel('First name').fill('Antonia');
  await page.getByLabel('Invite a team member').fill('guest@roof');
}

const toldOfExpiry = (page: Page) => page.getByRole('dialog', { name: 'Session Expired' }).waitFor();

test('When the session expires over a form, then one dialog tells it, and what was typed is there after sign-in', async () => {
  const company = await newTestCompany(stack, { contacts: 0 });
  await using context = await newContext();
  await interceptFromTheStart(context);
  const page = await signedInPage(context, company, '/settings#team');
  await typeIntoForms(page);
  // The session ends while the form's request is in flight: earlier, the event stream could report it and close the form.
  await page.route(
    `**${updateProfile.path}`,
    async (route) => {
      await company.session.call(signOutEverywhere);
      await route.continue();
    },
    { times: 1 },
  );
  await profile(page).getByRole('button', { name: 'Save' }).click();
  await toldOfExpiry(page);
  // The form has its answer, so its own message would be visible by now.
  await profile(page).getByRole('button', { name: 'Save', exact: true }).waitFor({ state: 'attached' });
  expect(await page.getByText('Your session has expired').count()).toBe(1);
  expect(await page.getByText('Error updating profile').count()).toBe(0);
  await button(page, 'Log In Again').click();
  await signIn(page, company.email, company.password);
  await page.waitForURL(`${stack.gateway}/settings#team`);
  expect(await profile(page).getByLabel('First name').inputValue()).toBe('Antonia');
  expect(await page.getByLabel('Invite a team member').inputValue()).toBe('guest@roof');
  expect(await page.evaluate('JSON.stringify([{ ...localStorage }, { ...sessionStorage }])')).not.toContain(
    'Antonia',
  );

  const unsaved = profile(page).getByRole('status').getByText('Not saved yet');
  await unsaved.waitFor();
  await inspect(page);
  await profile(page).getByRole('button', { name: 'Save' }).click();
  await profile(page).getByRole('button', { name: 'Saved' }).waitFor();
  expect(await unsaved.count()).toBe(0);
}, 90_000);

test('When a form is left, whether by Cancel or by going elsewhere, then what was typed is forgotten', async () => {
  const company = await newTestCompany(stack, { contacts: 0 });
  await using context = await newContext();
  const page = await signedInPage(context, company, '/settings#team');
  const lastName = profile(page).getByLabel('Last name');
  for (const leave of [
    () => profile(page).getByRole('button', { name: 'Cancel' }).click(),
    () => undefined,
  ]) {
    await lastName.fill('Unsaved');
    await leave();
    await page.getByRole('link', { name: 'Dashboard' }).click();
    await page.getByRole('heading', { name: 'Dashboard' }).waitFor();
    await page.getByRole('link', { name: 'Settings' }).click();
    expect(await lastName.inputValue()).toBe('Test');
  }
}, 60_000);

test('When Back closes the dialog about a user, then it holds no former input when it opens again', async () => {
  const company = await newTestCompany(stack, { contacts: 0 });
  await using context = await newContext();
  const search = `/users?q=${encodeURIComponent(company.email)}`;
  const page = await signedInPage(context, await signInAdministrator(stack), search);
  const dialog = page.getByRole('dialog', { name: 'Edit User' });
  const open = () => chooseUserAction(page, company.email, 'Edit User');
  await open();
  await dialog.getByLabel('Company ID').fill('another-company');
  await page.goBack();
  await dialog.waitFor({ state: 'hidden' });
  await open();
  expect(await dialog.getByLabel('Company ID').inputValue()).toBe(company.user.companyId);
}, 60_000);

test('When another person signs in after an expiry, then nothing that was typed is left, for either of them', async () => {
  const company = await newTestCompany(stack, { contacts: 0 });
  const colleague = await newColleague(stack, company);
  await using context = await newContext();
  const page = await signedInPage(context, company, '/settings#team');
  await typeIntoForms(page);
  await company.session.call(signOutEverywhere);
  await toldOfExpiry(page);
  await button(page, 'Log In Again').click();
  await signIn(page, colleague.email, colleague.password);
  await page.waitForURL(`${stack.gateway}/settings#team`);
  expect(await profile(page).getByLabel('First name').inputValue()).toBe('Col');
  expect(await page.getByLabel('Invite a team member').inputValue()).toBe('');
  await button(page, 'Log out').click();
  await page.waitForURL(/\/auth/);
  await signIn(page, company.email, company.password);
  await page.waitForURL(`${stack.gateway}/`);
  await page.getByRole('link', { name: 'Settings' }).click();
  expect(await profile(page).getByLabel('First name').inputValue()).toBe('Toni');
}, 90_000);

test('When a user changes between the forms of the sign-in page, then names and email are kept, and no password', async () => {
  await using context = await newContext();
  const page = await context.newPage();
  await page.goto(`${stack.gateway}/auth`);
  const [email, password] = [
    page.getByLabel('Email', { exact: true }),
    page.getByLabel('Password', { exact: true }),
  ];
  await email.fill('dana@roofing.example');
  await password.fill('not-to-be-kept');
  await page.getByRole('tab', { name: 'Create Account' }).click();
  await page.getByLabel('First name').fill('Dana');
  expect(await email.inputValue()).toBe('dana@roofing.example');
  expect(await password.inputValue()).toBe('');
  await email.fill('dana.reyes@roofing.example');
  await page.getByRole('tab', { name: 'Sign In' }).click();
  expect(await email.inputValue()).toBe('dana.reyes@roofing.example');
  expect(await password.inputValue()).toBe('');
  await button(page, 'Forgot your password?').click();
  const dialog = page.getByRole('dialog', { name: 'Reset Password' });
  expect(await dialog.getByLabel('Email').inputValue()).toBe('dana.reyes@roofing.example');
  await dialog.getByLabel('Email').fill('reyes@roofing.example');
  await button(page, 'Cancel').click();
  await dialog.waitFor({ state: 'hidden' });
  expect(await email.inputValue()).toBe('reyes@roofing.example');
  await page.getByRole('tab', { name: 'Create Account' }).click();
  expect(await page.getByLabel('First name').inputValue()).toBe('Dana');
}, 60_000);

test('When an invitation was sent, then leaving the empty field shows no error', async () => {
  const company = await newTestCompany(stack, { contacts: 0 });
  await using context = await newContext();
  const page = await signedInPage(context, company, '/settings#team');
  const field = page.getByLabel('Invite a team member');
  await field.fill(`guest-${company.user.companyId}@roofing.example`);
  await page.keyboard.press('Enter');
  await page.getByText('Invitation sent', { exact: true }).waitFor();
  expect(await field.inputValue()).toBe('');
  await page.keyboard.press('Tab');
  await page.locator('button:has-text("Send invitation"):focus').waitFor();
  expect(await page.getByText('Email is required').count()).toBe(0);
  await field.fill('x');
  await field.fill('');
  await page.keyboard.press('Tab');
  await page.getByText('Email is required').waitFor();
}, 60_000);

test('When access is revoked after the session has expired, then nothing that was typed is left when it comes back', async () => {
  const company = await newTestCompany(stack, { contacts: 0 });
  const administrator = await signInAdministrator(stack);
  const access = (accessRevoked: boolean) =>
    administrator.session.call(updateUser, {
      params: { id: String(company.user.id) },
      body: { accessRevoked },
    });
  await using context = await newContext();
  const page = await signedInPage(context, company, '/settings#team');
  await typeIntoForms(page);
  await company.session.call(signOutEverywhere);
  await toldOfExpiry(page);
  await access(true);
  await button(page, 'Log In Again').click();
  await signIn(page, company.email, company.password);
  const revoked = page.getByRole('dialog', { name: 'Access Revoked' });
  // The dialog has fetched the contact: an answer after access is restored would close it.
  await revoked.getByRole('link').waitFor();
  await access(false);
  // The page checks every 30 seconds, and when the network comes back.
  await page.evaluate("window.dispatchEvent(new Event('online'))");
  await button(page, 'Sign in').click();
  await signIn(page, company.email, company.password);
  await page.waitForURL(`${stack.gateway}/settings#team`);
  expect(await profile(page).getByLabel('First name').inputValue()).toBe('Toni');
  expect(await page.getByLabel('Invite a team member').inputValue()).toBe('');
}, 60_000);
