import { describe, expect, test } from '@jest/globals';
import { inviteColleague, updateProfile } from '@ridgeline/contracts';
import { newTestCompany, signInAdministrator, stackOfTests } from '@ridgeline/testkit';
import type { Locator } from 'playwright-core';
import { browserOfTests } from '../../support/browser-of-tests.ts';
import { inspect, looks } from '../../support/pages.ts';
import { blankPageOf, signedInPage } from '../../support/signed-in-page.ts';

const stack = stackOfTests();
const newContext = browserOfTests();

/** A name of the maximum length, without a place to break. */
const long = 'Konstantinopolitanerin'.repeat(5).slice(0, 100);

async function box(locator: Locator): Promise<{ x: number; width: number; height: number }> {
  const found = await locator.boundingBox();
  if (!found) throw new Error('It is not on the page');
  return found;
}

describe.each(looks)('Names of 100 characters on a $name', (look) => {
  test('When names are long, then they are cut to one line, and nothing leaves its card or grows', async () => {
    const company = await newTestCompany(stack, { contacts: 0 });
    await company.session.call(updateProfile, { body: { firstName: long, lastName: long } });
    const email = `guest-${company.user.companyId}@roofing.example`;
    await company.session.call(inviteColleague, { body: { email } });
    await using context = await newContext(look);
    const page = await signedInPage(context, company, '/settings');
    const team = page.getByRole('region', { name: 'Team' });
    const panel = await box(team);
    const phone = look.viewport.width < 768;
    for (const [label, most] of [
      ['Members', phone ? 80 : 64],
      ['Open invitations', phone ? 112 : 64],
    ] as const) {
      const row = await box(team.getByRole('list', { name: label }).getByRole('listitem').first());
      expect(row.height).toBeLessThan(most);
      expect(row.x + row.width).toBeLessThan(panel.x + panel.width);
    }
    await inspect(page);
    await page.close();

    const search = `/users?q=${company.user.companyId}`;
    const users = await signedInPage(context, await signInAdministrator(stack), search);
    const user = users.getByRole(phone ? 'listitem' : 'row').filter({ hasText: company.email });
    expect((await box(user)).height).toBeLessThan(phone ? 145 : 64);
    await inspect(users);
  }, 60_000);
});

test('When a name contains a mark of direction, then the words after it stay as they are, and initials skip it', async () => {
  const company = await newTestCompany(stack, { contacts: 0 });
  await using context = await newContext();
  const page = await blankPageOf(context, company);
  const turned = (user: object) => ({ ...user, firstName: '\u202eBob', lastName: 'Reyes' });
  // New names like this are refused; this one was stored before.
  await page.route('**/api/user', async (route) => {
    const response = await route.fetch();
    const answer = (await response.json()) as object;
    await route.fulfill({ response, json: response.ok() ? turned(answer) : answer });
  });
  await page.goto(`${stack.gateway}/settings`);
  const own = page.getByRole('region', { name: 'Team' }).getByRole('listitem').first();
  await own.getByText('BR', { exact: true }).waitFor();
  const name = await box(own.locator('bdi').first());
  const you = await box(own.getByText('(you)'));
  expect(you.x).toBeGreaterThanOrEqual(name.x + name.width);
}, 60_000);
