import { expect, test } from '@jest/globals';
import { newTestCompany, stackOfTests } from '@ridgeline/testkit';
import type { Locator, Page } from 'playwright-core';
import { browserOfTests } from '../../support/browser-of-tests.ts';
import { standStill } from '../../support/page-clock.ts';
import { signIn } from '../../support/pages.ts';

const stack = stackOfTests();
const newContext = browserOfTests();

/** Moves the pointer onto an element, across what lies between, as a hand does. */
async function pointAt(page: Page, target: Locator): Promise<void> {
  const box = await target.boundingBox();
  if (!box) throw new Error('There is nothing to point at');
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2, { steps: 10 });
}

test('When the pointer rests, then the tooltip comes after 700 ms; the next within 300 ms of it comes immediately', async () => {
  const company = await newTestCompany(stack, { contacts: 0 });
  await using context = await newContext();
  const page = await context.newPage();
  await page.clock.install();
  await page.goto(`${stack.gateway}/`);
  await signIn(page, company.email, company.password);
  const heading = page.getByRole('heading', { name: 'Dashboard' });
  await heading.waitFor();
  await standStill(page);
  const tooltips = page.locator('.tooltip');
  const shown = (text: string) => page.locator('.tooltip:visible', { hasText: text }).waitFor();
  const none = () => tooltips.waitFor({ state: 'detached' });
  const choice = (text: string) => page.locator('.appearance label', { has: page.getByLabel(text) });
  /** The pointer has reached an element while no tooltip is open: the tooltip opens after 700 ms, not before. */
  const comesLate = async (text: string) => {
    await page.clock.runFor(699);
    expect(await tooltips.count()).toBe(0);
    await page.clock.runFor(1);
    await shown(text);
  };

  await pointAt(page, choice('System'));
  await comesLate('System');
  await pointAt(page, choice('Light'));
  await shown('Light');
  expect(await tooltips.count()).toBe(1);

  await pointAt(page, heading);
  await none();
  await page.clock.runFor(299);
  await pointAt(page, choice('Dark'));
  await shown('Dark');

  await pointAt(page, heading);
  await none();
  await page.clock.runFor(300);
  await pointAt(page, page.getByRole('button', { name: 'Log out' }));
  await comesLate('Log out');

  // When the pointer leaves early, no tooltip opens.
  await pointAt(page, heading);
  await none();
  await page.clock.runFor(300);
  await pointAt(page, choice('Light'));
  await page.clock.runFor(600);
  await pointAt(page, heading);
  await page.clock.runFor(5000);
  expect(await tooltips.count()).toBe(0);
}, 60_000);
