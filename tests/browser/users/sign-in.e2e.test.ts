import { randomBytes } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { forgotPassword, getUser, inviteColleague, withdrawInvitation } from '@ridgeline/contracts';
import { linkIn, mailTo, newTestCompany, stackOfTests, type TestCompany } from '@ridgeline/testkit';
import type { Page } from 'playwright-core';
import { browserOfTests } from '../../support/browser-of-tests.ts';
import { complaintsOf, faintFocus, inspect, kept, looks, signIn, tooSmall } from '../../support/pages.ts';

const stack = stackOfTests();
const newContext = browserOfTests();

const newEmail = () => `new-${randomBytes(5).toString('hex')}@roofing.example`;
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

async function resetLink(company: TestCompany): Promise<URL> {
  await company.session.call(forgotPassword, { body: { email: company.email } });
  return linkIn(await mailTo(stack, company.email, /reset/i));
}

describe.each(looks)('Accounts on a $name', (look) => {
  test('When a visitor comes to the sign-in page, then its heading stays on both tabs, and the whole pitch is there', async () => {
    await using context = await newContext(look);
    const page = await context.newPage();
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await page.goto(`${stack.gateway}/auth`);
      const heading = page.getByRole('heading', { name: 'Sign in to your account' });
      const tops = new Set<number>();
      for (const tab of ['Sign In', 'Create Account']) {
        await page.getByRole('tab', { name: tab }).click();
        tops.add((await heading.boundingBox())?.y ?? 0);
        const promises = ['Seamless integration', 'Contacts and jobs sync automatically'];
        for (const text of [...promises, '100%', '24/7', '5 min'])
          await page.getByText(text, { exact: true }).waitFor();
        await inspect(page);
        expect([await faintFocus(page), await tooSmall(page)]).toEqual([[], []]);
      }
      expect(tops.size).toBe(1);
    }
  }, 60_000);

  test('When a password is forgotten, then the mail leads to a new one, and the link works once', async () => {
    const company = await newTestCompany(stack, { contacts: 0 });
    await using context = await newContext(look);
    const page = await context.newPage();
    const complaints = complaintsOf(page);
    await page.goto(`${stack.gateway}/auth`);
    await page.getByLabel('Email', { exact: true }).fill(company.email);
    await button(page, 'Forgot your password?').click();
    const forgot = page.getByRole('dialog', { name: 'Reset Password' });
    const email = forgot.getByLabel('Email');
    expect(await email.inputValue()).toBe(company.email);
    await email.fill('');
    await button(page, 'Send reset link').click();
    await forgot.getByText('Email is required').waitFor();
    await email.fill('unfinished@');
    await button(page, 'Send reset link').click();
    await forgot.getByText('Please enter a valid email address').waitFor();
    expect(await email.inputValue()).toBe('unfinished@');
    await inspect(page);
    await email.fill(company.email);
    await button(page, 'Send reset link').click();
    await page.locator('.toast').getByText('Password Reset Email Sent').waitFor();
    await page
      .getByRole('main')
      .getByText('If your email is registered, you will receive instructions to reset your password.')
      .waitFor();
    await inspect(page);

    const link = linkIn(await mailTo(stack, company.email, /reset/i));
    await page.goto(link.href);
    const dialog = page.getByRole('dialog', { name: 'Set New Password' });
    await dialog.waitFor();
    expect(new URL(page.url()).search).toBe('');
    expect(await kept(page, link.searchParams.get('token') ?? '')).toEqual([]);
    const [password, again] = [
      dialog.getByLabel('New password', { exact: true }),
      dialog.getByLabel('Confirm new password'),
    ];
    await password.fill('abcde');
    await button(page, 'Set new password').click();
    await dialog.getByText('Password must be at least 6 characters').waitFor();
    await dialog.getByText('Please confirm your password').waitFor();
    await password.fill('kettle-maple');
    await again.fill('kettle-mapel');
    await button(page, 'Set new password').click();
    await dialog.getByText("Passwords don't match").waitFor();
    await inspect(page);
    await again.fill('kettle-maple');
    await button(page, 'Set new password').click();
    await page.locator('.toast').getByText('Password Reset Successful').waitFor();
    await dialog.waitFor({ state: 'hidden' });
    // The session from before the reset has ended.
    await expect(company.session.call(getUser)).rejects.toMatchObject({ status: 401 });

    await signIn(page, company.email, 'kettle-maple');
    await page.waitForURL(`${stack.gateway}/`);
    await page.locator('.toast').getByText('Login successful').waitFor();
    expect(complaints).toEqual([]);
  }, 90_000);

  test('When a visitor accepts an invitation, then the account joins the inviter, and the address keeps no secret', async () => {
    const company = await newTestCompany(stack, { contacts: 0 });
    const email = newEmail();
    await company.session.call(inviteColleague, { body: { email } });
    const link = linkIn(await mailTo(stack, email, /invite/i));
    await using context = await newContext(look);
    const page = await context.newPage();
    const complaints = complaintsOf(page);
    await page.goto(link.href);
    await page.getByText('Toni Test invited you').waitFor();
    expect(await kept(page, link.searchParams.get('invitation') ?? '')).toEqual([]);
    const field = page.getByLabel('Email', { exact: true });
    expect(await field.inputValue()).toBe(email);
    expect(await field.isEditable()).toBe(false);
    await inspect(page);
    await page.getByLabel('First name').fill('Rosa');
    await page.getByLabel('Password', { exact: true }).fill('maple-kettle-tuesday');
    await page.getByLabel('Confirm password').fill('maple-kettle-tuesday');
    await button(page, 'Create account').click();
    await page.waitForURL(`${stack.gateway}/`);
    await page.locator('.toast').getByText('Welcome, Rosa!').waitFor();
    await page.getByRole('main').getByText(company.user.companyId).waitFor();

    const another = newEmail();
    const { id } = await company.session.call(inviteColleague, { body: { email: another } });
    const anotherLink = linkIn(await mailTo(stack, another, /invite/i)).href;
    await page.goto(anotherLink);
    await page.getByText('You are signed in already').waitFor();
    await button(page, 'Sign out and accept the invitation').waitFor();
    await inspect(page);
    await page.goto(link.href);
    await page.getByText('You are in this team already').waitFor();
    await inspect(page);
    await company.session.call(withdrawInvitation, { params: { id: String(id) } });
    await page.goto(anotherLink);
    await page.getByText('Invitation not valid').waitFor();
    await inspect(page);
    await Promise.all([page.waitForURL(/tab=register/), button(page, 'Sign out').click()]);
    await page.getByRole('tab', { name: 'Sign In' }).waitFor();
    await page.getByText('Invitation not valid').waitFor();
    await inspect(page);
    await page.getByRole('tab', { name: 'Sign In' }).click();
    await page.getByLabel('Remember me').waitFor();
    await signIn(page, email, 'maple-kettle-tuesday');
    await page.waitForURL(`${stack.gateway}/`);
    expect(complaints.filter((text) => !/400 \(Bad Request\)|409 \(Conflict\)/.test(text))).toEqual([]);
  }, 90_000);
});

test.each(['token=abc', 'userId=7', 'token=abc&userId=x'])(
  'When a reset link is cut off to %p, then it says so and offers another',
  async (search) => {
    await using context = await newContext();
    const page = await context.newPage();
    await page.goto(`${stack.gateway}/auth?${search}`);
    const dialog = page.getByRole('dialog', { name: 'Set New Password' });
    await dialog.getByText('Invalid reset token or user ID.').waitFor();
    expect(new URL(page.url()).search).toBe('');
    await inspect(page);
    await button(page, 'Send a new link').click();
    await page.getByRole('dialog', { name: 'Reset Password' }).waitFor();
  },
  60_000,
);

test('When a link resets the password of the user who is signed in here, then the sign-in form has their email', async () => {
  const company = await newTestCompany(stack, { contacts: 0 });
  await using context = await newContext();
  const page = await context.newPage();
  await page.goto(`${stack.gateway}/auth`);
  await signIn(page, company.email, company.password);
  await page.waitForURL(`${stack.gateway}/`);
  await page.goto((await resetLink(company)).href);
  const dialog = page.getByRole('dialog', { name: 'Set New Password' });
  await dialog.getByLabel('New password', { exact: true }).fill('kettle-maple');
  await dialog.getByLabel('Confirm new password').fill('kettle-maple');
  await button(page, 'Set new password').click();
  await dialog.waitFor({ state: 'hidden' });
  expect(await page.getByLabel('Email', { exact: true }).inputValue()).toBe(company.email);
}, 60_000);

test('When a reset link is used twice, then the second time says so, and what was typed stays', async () => {
  const company = await newTestCompany(stack, { contacts: 0 });
  const link = await resetLink(company);
  link.searchParams.set('token', 'x'.repeat(43));
  await using context = await newContext();
  const page = await context.newPage();
  await page.goto(link.href);
  const dialog = page.getByRole('dialog', { name: 'Set New Password' });
  await dialog.getByLabel('New password', { exact: true }).fill('kettle-maple');
  await dialog.getByLabel('Confirm new password').fill('kettle-maple');
  await button(page, 'Set new password').click();
  await dialog.getByText('This link is too old or was used already. Please ask for a new one.').waitFor();
  expect(await dialog.getByLabel('New password', { exact: true }).inputValue()).toBe('kettle-maple');
  await button(page, 'Send a new link').waitFor();
}, 60_000);

test('When a password is chosen, then it can be shown, and its strength and Caps Lock are shown', async () => {
  await using context = await newContext();
  const page = await context.newPage();
  await page.goto(`${stack.gateway}/auth?tab=register`);
  const field = page.getByLabel('Password', { exact: true });
  await page.getByLabel('First name').fill('Rosalind');
  await field.fill('rosalind1');
  await page.getByText('Your name and email are guessed first. Use other words.').waitFor();
  await page.getByText('Weak').waitFor();
  await field.fill('maple-kettle-tuesday');
  await page.getByText('Strong').waitFor();
  await button(page, 'Show password').first().click();
  expect(await field.getAttribute('type')).toBe('text');
  // Playwright cannot press Caps Lock, so the event is dispatched.
  await field.dispatchEvent('keydown', { modifierCapsLock: true });
  await page.getByText('Caps Lock is on').waitFor();
  await inspect(page);
  await page.getByLabel('Confirm password').focus();
  await page.getByText('Caps Lock is on').waitFor({ state: 'detached' });

  await page.getByLabel('Email', { exact: true }).fill(newEmail());
  await field.fill('Password123');
  await page.getByLabel('Confirm password').fill('Password123');
  await button(page, 'Create account').click();
  await page.getByText('This password is one of the most common ones').first().waitFor();
  expect(await field.getAttribute('type')).toBe('password');
  expect(await field.inputValue()).toBe('Password123');
  await page.locator('input[name="password"]:focus').waitFor();
}, 60_000);

test('When an email is taken, then the form says so beside it', async () => {
  const company = await newTestCompany(stack, { contacts: 0 });
  await using context = await newContext();
  const page = await context.newPage();
  await page.goto(`${stack.gateway}/auth?tab=register`);
  await page.getByLabel('Email', { exact: true }).fill(company.email);
  await page.getByLabel('Password', { exact: true }).fill('maple-kettle-tuesday');
  await page.getByLabel('Confirm password').fill('maple-kettle-tuesday');
  await button(page, 'Create account').click();
  await page.getByRole('main').getByText('An account with this email already exists').waitFor();
  await page.locator('.toast').getByText('Registration failed').waitFor();
  await page.locator('input[name="email"]:focus').waitFor();
}, 60_000);

test('When a user asks to be remembered, then the session lasts for thirty days', async () => {
  const company = await newTestCompany(stack, { contacts: 0 });
  const lifetimes: number[] = [];
  for (const remember of [false, true]) {
    await using context = await newContext();
    const page = await context.newPage();
    await page.goto(`${stack.gateway}/auth`);
    await page.getByLabel('Remember me').setChecked(remember);
    await signIn(page, company.email, company.password);
    await page.waitForURL(`${stack.gateway}/`);
    const session = (await context.cookies()).find(({ httpOnly }) => httpOnly);
    lifetimes.push(session?.expires ?? 0);
  }
  const [forgotten, until = 0] = lifetimes;
  const remembered = (until * 1000 - Date.now()) / 86_400_000;
  // -1: the cookie ends with the browser.
  expect(forgotten).toBe(-1);
  expect(remembered).toBeGreaterThan(29);
  expect(remembered).toBeLessThan(31);
}, 60_000);

test.each([
  [
    429,
    'request.too_many',
    'Too many attempts. Please try again later.',
    'The next one is possible in 15 minutes.',
  ],
  [
    503,
    'server.unavailable',
    'A part of the service is not reachable right now.',
    'Please try again in a moment.',
  ],
])(
  'When signing in is answered %i, then the text says what to do',
  async (status, code, said, advice) => {
    await using context = await newContext();
    const page = await context.newPage();
    await page.route('**/api/login', (route) =>
      route.fulfill({
        status,
        headers: status === 429 ? { 'retry-after': '870' } : {},
        json: { error: status === 429 ? said : `${said} ${advice}`, message: said, code },
      }),
    );
    await page.goto(`${stack.gateway}/auth`);
    await signIn(page, 'dana@roofing.example', 'some-password');
    const alert = page.getByRole('main').getByRole('alert');
    await alert.getByText(said).waitFor();
    expect(await alert.textContent()).toContain(advice);
    expect(await page.getByLabel('Password', { exact: true }).inputValue()).toBe('some-password');
  },
  60_000,
);
