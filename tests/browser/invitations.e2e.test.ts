import { expect, test } from '@jest/globals';
import { inviteColleague, type User } from '@ridgeline/contracts';
import { openApiSession } from '@ridgeline/devstack';
import { linkIn, mailTo, newTestCompany, stackOfTests, type TestCompany } from '@ridgeline/testkit';
import type { Page } from 'playwright-core';
import { browserOfTests } from '../support/browser-of-tests.ts';
import { signIn } from '../support/pages.ts';

const stack = stackOfTests();
const newContext = browserOfTests();

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** A company's invitation to somebody new. */
async function invited(
  company: TestCompany,
): Promise<{ email: string; link: string; registerAlone: () => Promise<User> }> {
  const email = `own-${company.user.companyId}@roofing.example`;
  await company.session.call(inviteColleague, { body: { email } });
  const { href: link } = linkIn(await mailTo(stack, email, /invite/i));
  const registerAlone = () =>
    openApiSession(stack.gateway).register({ email, password, firstName: 'Olga', lastName: 'Own' });
  return { email, link, registerAlone };
}

const password = 'maple-kettle-tuesday';
const accountExists = 'There is an account with this email already. Please sign in with it';

test('When an invited person registers on her own, then the link tells that there is an account, and how to go on', async () => {
  const { email, link, registerAlone } = await invited(await newTestCompany(stack, { contacts: 0 }));
  await registerAlone();
  await using context = await newContext({ reducedMotion: 'reduce' });
  const page = await context.newPage();
  await page.goto(link);
  await page.getByRole('alert').getByText(accountExists).waitFor();
  await button(page, 'Sign in').waitFor();

  await signIn(page, email, password);
  await page.waitForURL(`${stack.gateway}/`);
  await page.goto(link);
  await page.getByRole('alert').getByText(accountExists).waitFor();
  await button(page, 'Stay signed in').click();
  await page.waitForURL(`${stack.gateway}/`);
}, 60_000);

test('When the account of an invitation comes to be while its form is open, then the form tells it and marks no field', async () => {
  const { link, registerAlone } = await invited(await newTestCompany(stack, { contacts: 0 }));
  await using context = await newContext({ reducedMotion: 'reduce' });
  const page = await context.newPage();
  await page.goto(link);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Confirm password').fill(password);
  await registerAlone();
  await button(page, 'Create account').click();
  await page.getByRole('main').getByRole('alert').getByText(accountExists).waitFor();
  expect(await page.locator('[aria-invalid="true"]').count()).toBe(0);
  expect(await page.getByText('Correct the marked field').count()).toBe(0);
}, 60_000);
