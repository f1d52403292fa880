import { describe, expect, test } from '@jest/globals';
import { openApiSession } from '@ridgeline/devstack';
import { linkIn, mailTo, newColleague, newTestCompany, stackOfTests } from '@ridgeline/testkit';
import type { Page } from 'playwright-core';
import { browserOfTests } from '../../support/browser-of-tests.ts';
import { complaintsOf, inspect, looks, signIn } from '../../support/pages.ts';
import { signedInPage } from '../../support/signed-in-page.ts';

const stack = stackOfTests();
const newContext = browserOfTests();

const panel = (page: Page, name: string) => page.getByRole('region', { name });
const focused = (page: Page) => page.evaluate('document.activeElement?.getAttribute("name")');

describe.each(looks)('The settings on a $name', (look) => {
  test('When a user changes a name, then it is saved, and every place shows the new name', async () => {
    const company = await newTestCompany(stack, { contacts: 0 });
    await using context = await newContext(look);
    const page = await signedInPage(context, company, '/settings');
    const complaints = complaintsOf(page);
    const profile = panel(page, 'Profile Information');
    await profile.getByText('Email cannot be changed').waitFor();
    expect(await page.title()).toBe('Settings - Ridgeline');
    await profile.getByText('Company ID is provided by the team').waitFor();
    expect(await profile.getByLabel('Company ID').inputValue()).toBe(company.user.companyId);
    expect(await profile.getByLabel('Email').isEditable()).toBe(false);
    await panel(page, 'Team').getByText('Toni Test').waitFor();
    await inspect(page);

    await profile.getByLabel('First name').fill('  Antonia ');
    await profile.getByRole('button', { name: 'Save' }).click();
    await profile.getByRole('button', { name: 'Saved' }).waitFor();
    await page.getByText('Profile updated', { exact: true }).waitFor();
    expect(await profile.getByLabel('First name').inputValue()).toBe('Antonia');
    await panel(page, 'Team').getByText('Antonia Test').waitFor();
    await profile.getByLabel('Last name').fill('Changed');
    await profile.getByRole('button', { name: 'Save', exact: true }).waitFor();
    await profile.getByRole('button', { name: 'Cancel' }).click();
    expect(await profile.getByLabel('Last name').inputValue()).toBe('Test');

    await profile.getByLabel('First name').fill('x'.repeat(101));
    await profile.getByRole('button', { name: 'Save' }).click();
    await profile.getByText('Names must be at most 100 characters').waitFor();
    expect(await focused(page)).toBe('firstName');
    await page.reload();
    await profile.waitFor();
    expect(await profile.getByLabel('First name').inputValue()).toBe('Antonia');
    expect(complaints).toEqual([]);
  }, 60_000);

  test('When a new password is not right, then each field says why and keeps what was typed', async () => {
    const company = await newTestCompany(stack, { contacts: 0 });
    await using context = await newContext(look);
    const page = await signedInPage(context, company, '/settings');
    const password = panel(page, 'Change Password');
    const [current, next, confirm] = [
      password.getByLabel('Current password'),
      password.getByLabel('New password', { exact: true }),
      password.getByLabel('Confirm new password'),
    ];
    const save = password.getByRole('button', { name: 'Save' });
    await save.click();
    await password.getByText('Current password is required').waitFor();
    await password.getByText('Password must be at least 8 characters').waitFor();
    await password.getByText('Please confirm your new password').waitFor();
    expect(await focused(page)).toBe('currentPassword');
    await inspect(page);

    await current.fill('not-the-password');
    await next.fill('a-new-long-password');
    await confirm.fill('another-password');
    await save.click();
    await password.getByText("Passwords don't match").waitFor();
    expect(await focused(page)).toBe('confirmPassword');
    await confirm.fill('a-new-long-password');
    await save.click();
    await password.getByText('The current password is incorrect').waitFor();
    await page.getByText('Error updating password', { exact: true }).waitFor();
    expect(await focused(page)).toBe('currentPassword');
    expect(await next.inputValue()).toBe('a-new-long-password');

    await current.fill(company.password);
    await next.fill('password1');
    await confirm.fill('password1');
    await save.click();
    await password.getByText('This password is one of the most common ones').waitFor();
    expect(await focused(page)).toBe('newPassword');
    await inspect(page);
  }, 60_000);
});

test('When a password is changed in one browser, then that one stays signed in and the other is signed out', async () => {
  const company = await newTestCompany(stack, { contacts: 0 });
  await using here = await newContext();
  await using there = await newContext();
  const page = await signedInPage(here, company, '/settings');
  const session = openApiSession(stack.gateway);
  await session.signIn(company.email, company.password);
  const other = await signedInPage(there, { session }, '/connections');
  await other.getByText('No connections', { exact: true }).waitFor();

  const password = panel(page, 'Change Password');
  await password.getByLabel('Current password').fill(company.password);
  await password.getByLabel('New password', { exact: true }).fill('a-new-long-password');
  await password.getByLabel('Confirm new password').fill('a-new-long-password');
  await password.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Password updated', { exact: true }).waitFor();
  await password.getByRole('button', { name: 'Saved' }).waitFor();
  expect(await password.getByLabel('Current password').inputValue()).toBe('');

  await other.getByRole('dialog', { name: 'Session Expired' }).waitFor();
  await page.getByRole('link', { name: 'Connections', exact: true }).click();
  await page.getByText('No connections', { exact: true }).waitFor();
  await mailTo(stack, company.email, /password was changed/);
  await page.goto(`${stack.gateway}/settings`);

  await page.getByRole('button', { name: 'Sign out everywhere' }).click();
  const question = page.getByRole('dialog', { name: 'Sign out everywhere?' });
  await question.getByRole('button', { name: 'Stay signed in' }).click();
  await question.waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: 'Sign out everywhere' }).click();
  await question.getByRole('button', { name: 'Sign out everywhere' }).click();
  await page.waitForURL(/\/auth$/);
  await page.getByText('Signed out everywhere', { exact: true }).waitFor();
  await signIn(page, company.email, 'a-new-long-password');
  await page.waitForURL(`${stack.gateway}/`);
}, 90_000);

describe.each(looks)('The team on a $name', ({ name, ...look }) => {
  test('When a colleague is invited, then she gets a mail, joins, and an invitation can be withdrawn', async () => {
    const company = await newTestCompany(stack, { contacts: 0 });
    await using context = await newContext(look);
    const page = await signedInPage(context, company, '/settings');
    const team = panel(page, 'Team');
    // A long name without a place to break.
    const email = `guest${'x'.repeat(40)}-${company.user.companyId}-${name.replace(' ', '-')}@${'roofing'.repeat(8)}.example`;
    await team.getByText('(you)').waitFor();

    await team.getByLabel('Invite a team member').fill('guest@');
    await team.getByRole('button', { name: 'Send invitation' }).click();
    await team.getByText('Please enter a valid email address').waitFor();
    await team.getByLabel('Invite a team member').fill(company.email);
    await team.getByRole('button', { name: 'Send invitation' }).click();
    await team.getByText('An account with this email already exists').waitFor();
    expect(await team.getByLabel('Invite a team member').inputValue()).toBe(company.email);

    await team.getByLabel('Invite a team member').fill(email);
    await team.getByRole('button', { name: 'Send invitation' }).click();
    await page.getByText('Invitation sent', { exact: true }).waitFor();
    const invited = team.getByRole('list', { name: 'Open invitations' });
    await invited.getByText(email).waitFor();
    const first = linkIn(await mailTo(stack, email, /invites you/)).searchParams.get('invitation');
    expect(first).toBeTruthy();
    await inspect(page);

    const withdraw = invited.getByRole('button', { name: `Withdraw the invitation of ${email}` });
    await withdraw.click();
    const question = page.getByRole('dialog', { name: `Withdraw the invitation of ${email}?` });
    await inspect(page);
    await page.keyboard.press('Escape');
    await question.waitFor({ state: 'hidden' });
    await withdraw.click();
    await question.getByRole('button', { name: 'Withdraw invitation' }).click();
    await page.getByText('Invitation withdrawn', { exact: true }).waitFor();
    await invited.waitFor({ state: 'hidden' });

    const colleague = await newColleague(stack, company);
    await page.reload();
    await team.getByText(colleague.email).waitFor();
  }, 90_000);
});
