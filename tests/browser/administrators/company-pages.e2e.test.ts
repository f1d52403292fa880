import { beforeAll, describe, expect, test } from '@jest/globals';
import { newTestCompany, signInAdministrator, stackOfTests, type TestPerson } from '@ridgeline/testkit';
import type { Page } from 'playwright-core';
import { browserOfTests } from '../../support/browser-of-tests.ts';
import { inspect, looks } from '../../support/pages.ts';
import { everyRow } from '../../support/shown-history.ts';
import { blankPageOf } from '../../support/signed-in-page.ts';

const stack = stackOfTests();
const newContext = browserOfTests();

let administrator: TestPerson;

beforeAll(async () => {
  administrator = await signInAdministrator(stack);
  const company = await newTestCompany(stack, { contacts: 3 });
  await company.startMigration(await company.connect('Summit - Denver'));
}, 120_000);

const attention = (page: Page) => page.getByRole('region', { name: 'Needs attention' });

describe.each(looks)('The pages of all companies on a $name', (look) => {
  test.each([
    [
      '/',
      '**/api/migrations/attention',
      'Looking for what needs attention',
      'Could not check for problems',
      'text=/^(No company needs attention\\.|\\d+ compan(y|ies))$/',
    ],
    [
      '/migrations',
      '**/api/migrations/all*',
      'Loading the migrations',
      'Could not load the migrations',
      ':is(table, ul)[aria-label="Migrations of all companies"]',
    ],
    [
      '/connections',
      '**/api/connections/all*',
      'Loading the connections',
      'Could not load the connections',
      ':is(table, ul)[aria-label="Connections of all companies"]',
    ],
  ])(
    'When %s waits, and is refused, then it says so, and trying again shows it',
    async (path, calls, waits, failed, shown) => {
      await using context = await newContext(look);
      const page = await blankPageOf(context, administrator);
      let answer: (() => void) | undefined;
      const held = new Promise<void>((resolve) => {
        answer = resolve;
      });
      await page.route(calls, async (route) => {
        await held;
        await route.fulfill({ status: 400, json: { error: 'Not now', message: 'Not now' } });
      });
      await page.goto(`${stack.gateway}${path}`);
      await page.getByText(waits).waitFor({ state: 'attached' });
      answer?.();
      await page.getByRole('heading', { name: failed }).waitFor();
      await inspect(page);
      await page.unroute(calls);
      await page.getByRole('button', { name: 'Try Again' }).click();
      await page.locator(shown).waitFor();
    },
    90_000,
  );

  test.each([
    [
      '/migrations',
      '**/api/migrations/all*',
      { migrations: [], next: null },
      'No company has a migration yet.',
    ],
    [
      '/connections',
      '**/api/connections/all*',
      { connections: [], total: 0, page: 1, pageSize: 25 },
      'No company has a connection yet.',
    ],
  ])(
    'When there is nothing at %s, then it says so',
    async (path, calls, json, text) => {
      await using context = await newContext(look);
      const page = await blankPageOf(context, administrator);
      await page.route(calls, (route) => route.fulfill({ json }));
      await page.goto(`${stack.gateway}${path}`);
      await page.getByText(text).waitFor();
      await inspect(page);
    },
    90_000,
  );

  test('When no company needs attention, then one line of the dashboard says so', async () => {
    await using context = await newContext(look);
    const page = await blankPageOf(context, administrator);
    await page.route('**/api/migrations/attention', (route) =>
      route.fulfill({ json: { migrations: [], syncs: [], companies: [], more: false } }),
    );
    await page.route('**/api/connections/all*', (route) =>
      route.fulfill({ json: { connections: [], total: 0, page: 1, pageSize: 25 } }),
    );
    await page.route('**/api/processes/orphaned', (route) =>
      route.fulfill({ json: { orphanedProcesses: [] } }),
    );
    await page.goto(`${stack.gateway}/`);
    await attention(page).getByText('No company needs attention.').waitFor();
    await inspect(page);
  }, 90_000);
});

test('When there are more migrations than are answered together, then older ones are added, and the button goes with the last', async () => {
  await using context = await newContext();
  const page = await blankPageOf(context, administrator);
  const [newest, ...older] = everyRow();
  await page.route('**/api/migrations/all*', (route) => {
    const isFirst = !new URL(route.request().url()).searchParams.has('before');
    return route.fulfill({
      json: isFirst ? { migrations: [newest], next: newest?.id } : { migrations: older, next: null },
    });
  });
  await page.goto(`${stack.gateway}/migrations`);
  const rows = page.getByRole('table', { name: 'Migrations of all companies' }).locator('tbody > tr');
  const button = page.getByRole('button', { name: 'Show older migrations' });
  await button.waitFor();
  expect(await rows.count()).toBe(1);
  await button.click();
  await button.waitFor({ state: 'hidden' });
  expect(await rows.count()).toBe(older.length + 1);
}, 90_000);
