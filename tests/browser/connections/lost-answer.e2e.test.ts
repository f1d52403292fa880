import { expect, test } from '@jest/globals';
import { newTestCompany, stackOfTests } from '@ridgeline/testkit';
import { browserOfTests } from '../../support/browser-of-tests.ts';
import { signIn } from '../../support/pages.ts';
import { interceptFromTheStart, signedInPage } from '../../support/signed-in-page.ts';

const stack = stackOfTests();
const newContext = browserOfTests();

test('When the answer to a sign-in is lost, then the repeated call seals the password again and signs in', async () => {
  const company = await newTestCompany(stack, { contacts: 0 });
  await using context = await newContext();
  const page = await context.newPage();
  const sent: string[] = [];
  await page.route('**/api/login', async (route) => {
    sent.push(route.request().postData() ?? '');
    if (sent.length > 1) return route.continue();
    await route.fetch();
    return route.abort();
  });
  await page.goto(`${stack.gateway}/auth`);
  await signIn(page, company.email, company.password);
  await page.waitForURL(`${stack.gateway}/`);
  // Sent and lost, repeated unchanged and refused, sealed again.
  expect([sent.length, new Set(sent).size]).toEqual([3, 2]);
}, 60_000);

test('When a changed password is answered with 200 and no JSON, then it counts as changed', async () => {
  const company = await newTestCompany(stack, { contacts: 0 });
  await using context = await newContext();
  await interceptFromTheStart(context);
  const page = await signedInPage(context, company, '/settings');
  await page.route('**/api/user/change-password', (route) => route.fulfill({ status: 200, body: 'done' }));
  await page.getByLabel('Current password').fill(company.password);
  await page.getByLabel('New password', { exact: true }).fill('roofs-and-ladders');
  await page.getByLabel('Confirm new password').fill('roofs-and-ladders');
  await page.getByRole('region', { name: 'Change Password' }).getByRole('button', { name: 'Save' }).click();
  await page.locator('.toast').getByText('Password updated').waitFor();
}, 60_000);
