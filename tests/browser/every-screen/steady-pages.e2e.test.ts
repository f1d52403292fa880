import { setTimeout as delay } from 'node:timers/promises';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { inviteColleague, listConnections } from '@ridgeline/contracts';
import { openApiSession } from '@ridgeline/devstack';
import { eventually, stackOfTests, type TestCompany } from '@ridgeline/testkit';
import type { Page } from 'playwright-core';
import { browserOfTests } from '../../support/browser-of-tests.ts';
import { movedBy, rememberShifts, shiftsOf, transitionsOf } from '../../support/layout-shifts.ts';
import { endedRun } from '../../support/migrations.ts';
import { drawn, faintFocus, faintPlaceholders, tooSmall } from '../../support/pages.ts';
import { everyRow, showProcesses, shownProcess } from '../../support/shown-history.ts';
import { signedInPage } from '../../support/signed-in-page.ts';

const stack = stackOfTests();
const newContext = browserOfTests();

let company: TestCompany;
let migrationId: number;
let admin: Pick<TestCompany, 'session'>;

beforeAll(async () => {
  const run = await endedRun();
  company = run.company;
  migrationId = run.migration.id;
  const email = `guest-${company.user.companyId}@roofing.example`;
  await company.session.call(inviteColleague, { body: { email } });
  const session = openApiSession(stack.gateway);
  const person = stack.signIns.find((one) => one.admin);
  await session.signIn(person?.email ?? '', person?.password ?? '');
  admin = { session };
}, 60_000);

/** Each page, and a text that is visible only once the page is complete. */
const pages = [
  ['/', 'Total Connections'],
  ['/connections', 'Start a migration'],
  ['/connections?dialog=create', 'Create connection'],
  ['/connections/{connection}', 'Technical details'],
  ['/migrations', 'Migration History'],
  ['/migrations?dialog=create', 'See what would happen'],
  ['/migrations/{migration}', 'Show records'],
  ['/migrations/99999999', 'Migration Not Found'],
  ['/settings', 'Open invitations'],
] as const;
const pagesOfAdministrators = [
  ['/', 'Needs attention'],
  ['/connections', 'Last sync'],
  ['/migrations', 'Migration History'],
  ['/users', 'Last sign-in'],
  ['/users?tab=activity', 'Done'],
] as const;

/** In units of Cumulative Layout Shift. */
const maxMoved = 0.01;

/** Delays each answer of the API, and the font even more; the returned function gives the number of pending ones. */
async function slowDown(page: Page): Promise<() => number> {
  let pending = 0;
  const delays = [
    { address: /\/api\/(?!migrations\/events)/, ms: 300 },
    { address: /\.woff2$/, ms: 1_000 },
  ];
  for (const { address, ms } of delays)
    await page.route(address, async (route) => {
      pending += 1;
      await delay(ms);
      await route.fallback();
      pending -= 1;
    });
  return () => pending;
}

/** Opens an address and waits until nothing is loading any more. */
async function loaded(page: Page, address: string, text: string, pending: () => number): Promise<void> {
  await page.goto(address);
  await page.getByText(text).and(page.locator(':visible')).first().waitFor();
  await eventually(
    async () => {
      expect(await page.locator(':is(.loading, .skeleton-line):visible').count()).toBe(0);
      expect(pending()).toBe(0);
    },
    { what: `${address} to be there` },
  );
  await drawn(page);
}

/** What moved while the page loaded, and what on the page is hard to see or to hit. */
async function problemsOf(page: Page): Promise<string[]> {
  const shifts = await shiftsOf(page);
  const [focus, placeholders, small] = [
    await faintFocus(page),
    await faintPlaceholders(page),
    await tooSmall(page),
  ];
  const [transition] = await transitionsOf(page);
  return [
    ...(transition === undefined ? [] : [`in a transition: ${transition}`]),
    ...(movedBy(shifts) > maxMoved
      ? shifts.map(([value, what]) => `moved by ${value.toFixed(3)}: ${what}`)
      : []),
    ...focus.map((what) => `focus hard to see: ${what}`),
    ...placeholders.map((what) => `placeholder hard to read: ${what}`),
    ...small.map((what) => `too small: ${what}`),
  ];
}

describe.each([
  { name: 'laptop', viewport: { width: 1440, height: 900 }, colorScheme: 'light' },
  { name: 'phone in the dark', viewport: { width: 390, height: 844 }, colorScheme: 'dark' },
] as const)('Every page on a $name', (look) => {
  test.each([
    { who: 'user', person: () => company, list: pages },
    { who: 'administrator', person: () => admin, list: pagesOfAdministrators },
  ])(
    'When answers and the font are slow, then nothing moves as they come for a $who; focus and fields are seen, and targets are hit',
    async ({ person, list }) => {
      const connectionId = (await company.session.call(listConnections))[0]?.id ?? 0;
      const wrong: string[] = [];
      const rows = everyRow().map((row) => ({ ...row, connectionId }));
      await using context = await newContext(look);
      await context.addInitScript(rememberShifts);
      const page = await signedInPage(context, person(), '/settings');
      // The fullest dashboard: running, failed and waiting migrations.
      await page.route('**/api/migrations/current', (route) => route.fulfill({ json: rows }));
      await showProcesses(
        page,
        [1, 2, 3].map((id) => shownProcess(id, { isHealthy: id > 1 })),
      );
      const pending = await slowDown(page);
      for (const [path, text] of list) {
        const address = path
          .replace('{connection}', String(connectionId))
          .replace('{migration}', String(migrationId));
        await loaded(page, stack.gateway + address, text, pending);
        wrong.push(...(await problemsOf(page)).map((problem) => `${address}: ${problem}`));
      }
      expect(wrong).toEqual([]);
    },
    120_000,
  );
});

test('When the font is late, then the page keeps the one that its text was drawn in, and a later page has it', async () => {
  await using context = await newContext();
  const page = await signedInPage(context, company, '/settings');
  const pending = await slowDown(page);
  const fontOf = () => page.evaluate('getComputedStyle(document.querySelector("h1")).fontFamily');
  await loaded(page, `${stack.gateway}/settings`, 'Open invitations', pending);
  expect(await fontOf()).not.toContain('Inter');
  await page.unrouteAll({ behavior: 'wait' });
  await eventually(
    async () => {
      await page.reload();
      await page.getByRole('heading', { name: 'Settings' }).waitFor();
      expect(await fontOf()).toContain('Inter');
    },
    { what: 'the font to be there before the text' },
  );
}, 60_000);
