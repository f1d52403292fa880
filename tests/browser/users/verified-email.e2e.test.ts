import { randomBytes } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { openApiSession, type ApiSession } from '@ridgeline/devstack';
import { linkIn, mailTo, stackOfTests } from '@ridgeline/testkit';
import type { Page } from 'playwright-core';
import { browserOfTests } from '../../support/browser-of-tests.ts';
import { inspect, kept, looks, signIn } from '../../support/pages.ts';
import { blankPageOf } from '../../support/signed-in-page.ts';

const stack = stackOfTests();
const newContext = browserOfTests();
const password = 'maple-kettle-tuesday';

/** A user who has registered and not opened the email. */
async function registered(): Promise<{ email: string; session: ApiSession }> {
  const email = `new-${randomBytes(5).toString('hex')}@roofing.example`;
  const session = openApiSession(stack.gateway);
  await session.register({ email, password, firstName: 'Nora', lastName: 'New' });
  return { email, session };
}

const notice = (page: Page) => page.getByRole('status').filter({ hasText: 'Verify your email address' });

test.each(looks)(
  'Until the email is verified, the pages say so quietly ($name)',
  async (look) => {
    const { email, session } = await registered();
    await using context = await newContext({
      viewport: look.viewport,
      colorScheme: look.colorScheme,
    });
    const page = await blankPageOf(context, { session });
    for (const path of ['/', '/settings']) {
      await page.goto(stack.gateway + path);
      await notice(page).getByText(email).waitFor();
      await inspect(page);
    }
    await notice(page).getByRole('button', { name: 'Send again' }).click();
    await page
      .getByText(/Too many attempts.*The next one is possible in/)
      .first()
      .waitFor();

    await page.getByLabel('Invite a team member').fill('colleague@roofing.example');
    await page.getByRole('button', { name: 'Send invitation' }).click();
    await page.getByText('Verify your own email address first').first().waitFor();
  },
  60_000,
);

test('The link in the email verifies the address where the person is signed in, and after sign-in elsewhere', async () => {
  const { email } = await registered();
  const link = linkIn(await mailTo(stack, email, /verify/i));
  const token = link.searchParams.get('verification') ?? '';
  expect(token).not.toBe('');
  await using context = await newContext();
  const page = await context.newPage();
  await page.goto(link.href);
  await page.getByText('Sign in to verify your email address').waitFor();
  expect(await kept(page, token)).toEqual([]);
  await inspect(page);
  await signIn(page, email, password);
  await page.waitForURL(`${stack.gateway}/`);
  await page.getByText(`${email} is verified.`).first().waitFor();
  await page.getByRole('heading', { name: 'Account Information' }).waitFor();
  expect(await notice(page).count()).toBe(0);
}, 60_000);

test("Another account's link is refused with the next step", async () => {
  const [person, other] = [await registered(), await registered()];
  const link = linkIn(await mailTo(stack, other.email, /verify/i));
  await using context = await newContext();
  const page = await blankPageOf(context, person);
  await page.goto(link.href);
  await page.getByRole('alert').getByText('is for another account').waitFor();
  await page.getByText(person.email).waitFor();
  await inspect(page);
  await page.getByRole('button', { name: 'Go to Dashboard' }).click();
  await notice(page).waitFor();
}, 60_000);

test('When a registration has neither email nor password, then it is said once for both', async () => {
  await using context = await newContext();
  const page = await context.newPage();
  await page.goto(`${stack.gateway}/auth?tab=register`);
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.getByRole('alert').getByText('Email and password are required').waitFor();
  await inspect(page);
}, 60_000);
