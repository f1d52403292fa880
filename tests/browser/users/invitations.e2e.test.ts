import { expect, test } from '@jest/globals';
import { inviteColleague, type User } from '@ridgeline/contracts';
import { openApiSession } from '@ridgeline/devstack';
import {
  linkIn,
  mailTo,
  newColleague,
  newTestCompany,
  stackOfTests,
  type TestCompany,
} from '@ridgeline/testkit';
import type { Page } from 'playwright-core';
import { browserOfTests } from '../../support/browser-of-tests.ts';
import { inspect, signIn } from '../../support/pages.ts';
import { signedInPage } from '../../support/signed-in-page.ts';

const stack = stackOfTests();
const newContext = browserOfTests();

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** A company's invitation to a new user. */
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

test('When an invited person registers on her own, then the link tells how to go on, and the account joins once its email is verified', async () => {
  const company = await newTestCompany(stack, { contacts: 0 });
  const { email, link, registerAlone } = await invited(company);
  await registerAlone();
  await using context = await newContext();
  const page = await context.newPage();
  await page.goto(link);
  await page.getByRole('alert').getByText(accountExists).waitFor();
  await button(page, 'Sign in').waitFor();

  await signIn(page, email, password);
  await page.waitForURL(`${stack.gateway}/`);
  await page.goto(link);
  await page.getByText('Verify your email address first').waitFor();
  expect(await button(page, 'Accept the invitation').isDisabled()).toBe(true);
  await inspect(page);
  await page.goto(linkIn(await mailTo(stack, email, /verify/i)).href);
  await page.waitForURL(`${stack.gateway}/`);

  await page.goto(link);
  await button(page, 'Accept the invitation').waitFor();
  await inspect(page);
  await button(page, 'Accept the invitation').click();
  await page.waitForURL(`${stack.gateway}/`);
  await page.getByText(company.user.companyId, { exact: true }).waitFor();
  await page.goto(link);
  await page.getByRole('alert').getByText('You are in this team already').waitFor();
  await button(page, 'Stay signed in').click();
  await page.waitForURL(`${stack.gateway}/`);
}, 60_000);

test('When the account of an invitation comes to be while its form is open, then the form tells it and marks no field', async () => {
  const { link, registerAlone } = await invited(await newTestCompany(stack, { contacts: 0 }));
  await using context = await newContext();
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

test('When a member is removed, then the question says what happens, and the pages of that person end immediately', async () => {
  const company = await newTestCompany(stack, { contacts: 0 });
  const colleague = await newColleague(stack, company);
  await using context = await newContext();
  await using elsewhere = await newContext();
  const theirs = await signedInPage(elsewhere, colleague, '/');
  await theirs.getByRole('heading', { name: 'Dashboard' }).waitFor();
  const page = await signedInPage(context, company, '/settings');
  await button(page, 'Remove Col League from the team').click();
  const question = page.getByRole('dialog', { name: 'Remove Col League from the team?' });
  await question.getByText('signed out immediately').waitFor();
  await inspect(page);
  await button(page, 'Remove from team').click();
  await page.getByText('Col League is no longer in your team.').first().waitFor();
  expect(await page.getByRole('list', { name: 'Members' }).getByRole('listitem').count()).toBe(1);
  await theirs.getByRole('dialog', { name: 'Session Expired' }).waitFor();
  const { companyId } = await colleague.session.signIn(colleague.email, colleague.password);
  expect(companyId).not.toBe(company.user.companyId);
}, 60_000);
