import { expect, test } from '@jest/globals';
import { newTestCompany, stackOfTests, type TestCompany } from '@ridgeline/testkit';
import type { Page } from 'playwright-core';
import { browserOfTests } from '../../support/browser-of-tests.ts';
import { signIn } from '../../support/pages.ts';
import { interceptFromTheStart, signedInPage } from '../../support/signed-in-page.ts';

const stack = stackOfTests();
const newContext = browserOfTests();

/** Two tabs of one browser, both at the connections of a signed-in person. */
async function twoTabs(
  company: TestCompany,
): Promise<{ first: Page; second: Page; close: () => Promise<void> }> {
  const context = await newContext();
  await interceptFromTheStart(context);
  const first = await signedInPage(context, company, '/connections');
  const second = await signedInPage(context, company, '/connections');
  for (const page of [first, second]) await page.getByText('Portal Connections').waitFor();
  return { first, second, close: () => context.close() };
}

test('When a user signs out in one tab, then the other goes to sign-in and does not speak of an expiry', async () => {
  const company = await newTestCompany(stack, { contacts: 1 });
  const { first, second, close } = await twoTabs(company);
  // Records everything that the second tab ever shows, even a dialog that is open only briefly.
  await second.evaluate(
    `globalThis.seen = ''; new MutationObserver(() => { globalThis.seen += document.body.innerText; })
       .observe(document.body, { childList: true, subtree: true });`,
  );
  // The worst order: the second tab notices the end of the session before the first one knows that it is signed out.
  await first.route('**/api/logout', async (route) => {
    const response = await route.fetch();
    await second.waitForURL(/\/auth$/);
    await route.fulfill({ response });
  });
  await first.getByRole('button', { name: 'Log out' }).click();
  await first.waitForURL(/\/auth$/);
  await second.waitForURL(/\/auth$/);
  await second.getByText('You signed out in another tab').waitFor();
  expect(await second.evaluate('globalThis.seen')).not.toContain('Session Expired');
  expect(await first.getByText('You signed out in another tab').count()).toBe(0);
  await close();
}, 60_000);

test('When another person signs in in one tab, then the other shows what is hers, and none of the former person', async () => {
  const former = await newTestCompany(stack, { contacts: 1 });
  await former.connect('Connection of the former');
  const next = await newTestCompany(stack, { contacts: 1 });
  const { first, second, close } = await twoTabs(former);
  await second.getByText('Connection of the former').waitFor();

  await first.getByRole('button', { name: 'Log out' }).click();
  await first.waitForURL(/\/auth$/);
  await signIn(first, next.email, next.password);
  await first.waitForURL(`${stack.gateway}/`);

  await second.waitForURL(`${stack.gateway}/`);
  await second.getByRole('main').getByText(next.email).waitFor();
  await second.getByRole('link', { name: 'Connections', exact: true }).click();
  await second.getByText('No connections', { exact: true }).waitFor();
  expect(await second.getByText('Connection of the former').count()).toBe(0);
  await close();
}, 60_000);
