import { readFile } from 'node:fs/promises';
import { describe, expect, test } from '@jest/globals';
import { ApiError, getStats } from '@ridgeline/contracts';
import {
  eventually,
  newColleague,
  newTestCompany,
  signInAdministrator,
  stackOfTests,
} from '@ridgeline/testkit';
import type { BrowserContext, Page } from 'playwright-core';
import { browserOfTests } from '../../support/browser-of-tests.ts';
import { chooseUserAction, complaintsOf, inspect, looks } from '../../support/pages.ts';
import { interceptFromTheStart, signedInPage } from '../../support/signed-in-page.ts';

const stack = stackOfTests();
const newContext = browserOfTests();

/** The administrator's page at an address. */
async function administratorAt(context: BrowserContext, path: string): Promise<Page> {
  return signedInPage(context, await signInAdministrator(stack), path);
}

const focused = (page: Page) => page.evaluate('document.activeElement?.getAttribute("name")');

test('When a user is no administrator, then the page is denied, and nothing leads to it', async () => {
  const company = await newTestCompany(stack, { contacts: 0 });
  await using context = await newContext();
  const page = await signedInPage(context, company, '/users');
  await page.getByRole('heading', { name: 'Access Denied' }).waitFor();
  await page.getByText('This page is only accessible to system administrators.').waitFor();
  expect(await page.getByRole('link', { name: 'Users' }).count()).toBe(0);
  await inspect(page);
  await page.getByRole('link', { name: 'Return to Dashboard' }).click();
  await page.waitForURL(`${stack.gateway}/`);
}, 60_000);

describe.each(looks)('User Management on a $name', (look) => {
  test('When an administrator searches and edits, then only what was filled in and changed is sent', async () => {
    const company = await newTestCompany(stack, { contacts: 0 });
    await using context = await newContext(look);
    const page = await administratorAt(context, '/users');
    await page.getByRole('heading', { name: 'User Management' }).waitFor();
    await page.getByText('(you)').waitFor();
    await inspect(page);

    await page.keyboard.press('/');
    await page.keyboard.type(company.email.toUpperCase());
    await page.getByText(/^1 of [\d,]+ users$/).waitFor();
    await page.waitForURL((url) => url.searchParams.get('q') === company.email.toUpperCase());
    await page.keyboard.press('Escape');
    await page.getByText(/^[\d,]+ users$/).waitFor();
    await page.keyboard.type('no such user');
    await page.getByText('No user matches “no such user”.').waitFor();
    await page.getByLabel('Search users').fill(company.email);

    await chooseUserAction(page, company.email, 'Edit User');
    const dialog = page.getByRole('dialog', { name: 'Edit User' });
    const save = dialog.getByRole('button', { name: 'Save changes' });
    expect(await save.isDisabled()).toBe(true);
    await dialog.getByLabel('First name').fill('');
    await dialog.getByText('Left empty, it stays Toni').waitFor();
    expect(await save.isDisabled()).toBe(true);
    await dialog.getByLabel('Email').fill('toni@');
    await dialog.getByLabel('Company ID').fill('no-such-company');
    await save.click();
    await dialog.getByText('Please enter a valid email address').waitFor();
    expect(await focused(page)).toBe('email');
    await dialog.getByLabel('Email').fill(company.email);
    await save.click();
    await dialog.getByText('There is no company with this ID').waitFor();
    await page.getByText('Update failed', { exact: true }).waitFor();
    expect(await dialog.getByLabel('Company ID').inputValue()).toBe('no-such-company');
    await inspect(page);
    await dialog.getByLabel('Company ID').fill(company.user.companyId);
    await dialog.getByLabel('Last name').fill('Edited');
    const sent = page.waitForRequest((request) => request.method() === 'PATCH');
    await save.click();
    expect((await sent).postDataJSON()).toEqual({ lastName: 'Edited' });
    await page.getByText('User updated', { exact: true }).waitFor();
    await page.getByText('Toni Edited').waitFor();
    await page.goBack();
    await dialog.waitFor({ state: 'hidden' });
  }, 90_000);

  test("When an administrator resets a password, then it must be long enough and twice the same, and it is the user's", async () => {
    const company = await newTestCompany(stack, { contacts: 0 });
    await using context = await newContext(look);
    const page = await administratorAt(context, `/users?q=${encodeURIComponent(company.email)}`);
    await chooseUserAction(page, company.email, 'Reset Password');
    const dialog = page.getByRole('dialog', { name: 'Reset Password' });
    const submit = dialog.getByRole('button', { name: 'Reset Password' });
    const [next, confirm] = [dialog.getByLabel('New password'), dialog.getByLabel('Confirm password')];
    expect(await submit.isDisabled()).toBe(true);
    await next.pressSequentially('1234567');
    await dialog.getByText('Password must be at least 8 characters long').waitFor();
    await confirm.fill('1234567');
    await confirm.press('Enter');
    await page.getByText('Password too short', { exact: true }).waitFor();
    await next.fill('a-password-by-the-administrator');
    await dialog.getByText('The passwords you entered do not match').waitFor();
    await next.press('Enter');
    await page.getByText('Password mismatch', { exact: true }).waitFor();
    expect(await submit.isDisabled()).toBe(true);
    await inspect(page);
    await confirm.fill('a-password-by-the-administrator');
    await submit.click();
    await page.getByText('Password reset', { exact: true }).waitFor();
    await dialog.waitFor({ state: 'hidden' });
    await expect(company.session.call(getStats)).rejects.toMatchObject({ status: 401 });
    await company.session.signIn(company.email, 'a-password-by-the-administrator');
  }, 90_000);

  test('When an administrator revokes access with a reason and restores it, then the user is out, and in again', async () => {
    const company = await newTestCompany(stack, { contacts: 0 });
    const colleague = await newColleague(stack, company);
    await using context = await newContext(look);
    const page = await administratorAt(context, `/users?q=${encodeURIComponent(colleague.email)}`);
    await chooseUserAction(page, colleague.email, 'Revoke access');
    const dialog = page.getByRole('dialog', { name: `Revoke access of ${colleague.email}?` });
    await dialog.getByLabel('Reason').fill('x'.repeat(501));
    await dialog.getByRole('button', { name: 'Revoke access' }).click();
    await dialog.getByText('The reason must be at most 500 characters').waitFor();
    await dialog.getByLabel('Reason').fill('Left the firm');
    await inspect(page);
    await dialog.getByRole('button', { name: 'Revoke access' }).click();
    await page.getByText('Access revoked', { exact: true }).waitFor();
    const mark = page.locator('.status-tag').getByText('Revoked');
    await mark.waitFor();
    const refused: unknown = await colleague.session.call(getStats).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(ApiError);
    expect(refused).toMatchObject({ status: 403, message: expect.stringContaining('Left the firm') });
    expect(await company.session.call(getStats)).toEqual({ connectionCount: 0 });

    await chooseUserAction(page, colleague.email, 'Restore access');
    const question = page.getByRole('dialog', { name: `Restore access of ${colleague.email}?` });
    await question.getByText('Left the firm').waitFor();
    await inspect(page);
    await question.getByRole('button', { name: 'Restore access' }).click();
    await page.getByText('Access restored', { exact: true }).waitFor();
    await mark.waitFor({ state: 'hidden' });
    await colleague.session.signIn(colleague.email, colleague.password);
    expect(await colleague.session.call(getStats)).toEqual({ connectionCount: 0 });
  }, 90_000);

  test('When an administrator looks for what a user did, then it can be searched, filtered and taken along', async () => {
    const company = await newTestCompany(stack, { contacts: 0 });
    await company.session.signIn(company.email, 'not-the-password').catch(() => undefined);
    await using context = await newContext(look);
    const page = await administratorAt(context, '/users');
    const complaints = complaintsOf(page);
    await page.getByRole('link', { name: 'Activity' }).click();
    await page.waitForURL(/tab=activity/);
    await inspect(page);
    await page.getByLabel('Search the activity').fill(company.email);
    await page.waitForURL((url) => url.searchParams.get('q') === company.email);
    const trail = page.getByRole('region', { name: 'Activity' });
    await eventually(
      async () => {
        const found = [
          await trail.getByText('Refused').count(),
          await trail.getByText(company.email).count(),
        ];
        if (found.join() !== '1,3') throw new Error(`There are ${found.join(' and ')}`);
      },
      { within: 10_000, what: 'the failed sign-in, the registration and the verified email to be all' },
    );
    await trail.getByText('Wrong password').waitFor();
    await page.getByLabel('Which actions').selectOption({ label: 'Registration' });
    await trail.getByText('Refused').waitFor({ state: 'hidden' });
    expect(new URL(page.url()).searchParams.get('action')).toBe('registration');

    const download = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Export CSV' }).click();
    const csv = await readFile(await (await download).path(), 'utf8');
    const lines = csv.trim().split('\n');
    expect(lines).toHaveLength(2);
    expect(lines[1]).toContain(company.email);

    await page.getByLabel('Search the activity').fill('nothing like it');
    await trail.getByText('Nothing matches this filter.').waitFor();
    await inspect(page);
    await trail.getByRole('button', { name: 'Clear filter' }).click();
    await trail.getByText('Wrong password').first().waitFor();
    expect(page.url()).toBe(`${stack.gateway}/users?tab=activity`);
    expect(await page.getByLabel('Search the activity').inputValue()).toBe('');
    expect(complaints).toEqual([]);
  }, 90_000);
});

describe.each(looks)('The list of users on a $name', (look) => {
  test('When a user just signed in, then the row says so, with company and status, and its menu has the dangerous action apart', async () => {
    const company = await newTestCompany(stack, { contacts: 0 });
    await company.connect();
    await using context = await newContext(look);
    const page = await administratorAt(context, `/users?q=${encodeURIComponent(company.email)}`);
    const isPhone = look.viewport.width < 768;
    const user = page.getByRole(isPhone ? 'listitem' : 'row').filter({ hasText: company.email });
    await user.getByText(company.credentials.name).waitFor();
    await user.getByText('Active').waitFor();
    await user.getByText(/ago$|^just now$/i).waitFor();
    expect((await user.boundingBox())?.height).toBeLessThan(isPhone ? 145 : 64);

    const button = user.getByRole('button', { name: `Actions for ${company.email}` });
    await button.press('ArrowDown');
    const items = page.getByRole('menu').getByRole('menuitem');
    expect(await items.allTextContents()).toEqual(['Edit User', 'Reset Password', 'Revoke access']);
    expect(await page.getByRole('menu').locator('hr').count()).toBe(1);
    await inspect(page);
    await page.keyboard.press('End');
    expect(await page.evaluate('document.activeElement?.textContent')).toBe('Revoke access');
    await page.keyboard.press('Escape');
    await page.getByRole('menu').waitFor({ state: 'hidden' });
    expect(await page.evaluate('document.activeElement?.getAttribute("aria-label")')).toBe(
      `Actions for ${company.email}`,
    );
  }, 90_000);

  test('When a user never signed in, then it says Never', async () => {
    await using context = await newContext(look);
    const page = await administratorAt(context, '/');
    await page.route('**/api/users', async (route) => {
      const users = (await (await route.fetch()).json()) as readonly object[];
      await route.fulfill({
        json: users.map((user) => ({ ...user, lastSignInAt: null, emailVerified: false })),
      });
    });
    await page.goto(`${stack.gateway}/users`);
    await page.getByText('Never').first().waitFor();
    await page.getByText('Unverified').first().waitFor();
    await inspect(page);
  }, 60_000);
});

test('When the users cannot be loaded, then the page says so, and trying again brings them', async () => {
  await using context = await newContext();
  await interceptFromTheStart(context);
  const page = await administratorAt(context, '/');
  const refuse = { status: 403, json: { error: 'No', message: 'No', code: 'session.forbidden' } };
  await page.route('**/api/users', (route) => route.fulfill(refuse));
  await page.getByRole('link', { name: 'Users' }).click();
  await page.getByRole('heading', { name: 'Error Loading Users' }).waitFor();
  await inspect(page);
  await page.unroute('**/api/users');
  await page.getByRole('button', { name: 'Try Again' }).click();
  await page.getByText('(you)').waitFor();
}, 60_000);
