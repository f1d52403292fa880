import { expect, test } from '@jest/globals';
import { newTestCompany, stackOfTests } from '@ridgeline/testkit';
import { browserOfTests } from '../../support/browser-of-tests.ts';
import { complaintsOf } from '../../support/pages.ts';
import { blankPageOf } from '../../support/signed-in-page.ts';

const stack = stackOfTests();
const newContext = browserOfTests();

test("When a signed-in user executes an operation on the page of the API's description, then its answer is that of their session, and nothing is asked of another host", async () => {
  const company = await newTestCompany(stack, { contacts: 0 });
  await using context = await newContext();
  const page = await blankPageOf(context, company);
  const complaints = complaintsOf(page);
  const hosts = new Set<string>();
  page.on('request', (request) => hosts.add(new URL(request.url()).origin));
  await page.goto(`${stack.gateway}/api/docs`);

  await page.getByRole('link', { name: 'Account', exact: true }).click();
  const operation = page.locator('#operations-Account-getUser');
  await operation.getByText('The signed-in user').click();
  await operation.getByRole('button', { name: 'Execute' }).click();
  const answer = operation.locator('.live-responses-table');
  await answer.getByText('200', { exact: true }).waitFor();
  await answer.getByText(company.email).first().waitFor();

  expect(complaints).toEqual([]);
  expect([...hosts]).toEqual([stack.gateway]);
}, 60_000);
