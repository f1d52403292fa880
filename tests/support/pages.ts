import { expect } from '@jest/globals';
import { eventually } from '@ridgeline/testkit';
import type { Page } from 'playwright-core';
import { accessibilityProblems, rulesOfColours } from './accessibility.ts';
import { colours } from './colour-script.ts';
import { focusScript } from './focus-script.ts';

/** How every screen is used: at both widths, one light and one dark. `inspect` looks at each in the other colours as well. */
export const looks = [
  { name: 'desktop', viewport: { width: 1440, height: 900 }, colorScheme: 'light' },
  { name: 'dark phone', viewport: { width: 390, height: 844 }, colorScheme: 'dark' },
] as const;

/**
 * Waits until an expression is true in the page. Playwright's own `waitForFunction` evaluates it inside of the page, where
 * our content security policy forbids that, unless it is true immediately.
 */
export async function untilTrue(page: Page, expression: string): Promise<void> {
  await eventually(async () => expect(await page.evaluate(expression)).toBe(true), { what: expression });
}

/** Buttons and links into whose name an icon beside their text speaks; none is wanted. */
function speakingIcons(page: Page): Promise<string[]> {
  return page.evaluate(`[...document.querySelectorAll(':is(button, a):not([aria-label]) [role="img"][aria-label]')]
    .filter((icon) => icon.closest('[aria-hidden="true"]') === null)
    .map((icon) => [icon.getAttribute('aria-label'), icon.closest('button, a').textContent])
    .filter(([, text]) => text !== '')
    .map((name) => name.join(' '))`);
}

/**
 * Fields into which a phone zooms, and what a finger misses: texts below 16 and targets below 24 pixels; none is wanted. A
 * link within a sentence is as high as its line.
 */
export function tooSmall(page: Page): Promise<string[]> {
  return page.evaluate(`window.innerWidth > 767 ? [] : [
    ...[...document.querySelectorAll('input:not([type="checkbox"], [type="radio"]), select, textarea')]
      .filter((field) => parseFloat(getComputedStyle(field).fontSize) < 16),
    ...[...document.querySelectorAll('a, button, select, summary, [role="tab"]')].filter((target) =>
      getComputedStyle(target).display !== 'inline' && Math.min(target.offsetHeight, target.offsetWidth) < 24),
  ].filter((one) => one.checkVisibility({ visibilityProperty: true }) && one.offsetWidth > 1)
    .map((one) => one.outerHTML.slice(0, 120))`);
}

/** How far the page, or a dialog or form on it, is wider than its place, in pixels; what fits answers 0. */
function sidewaysScroll(page: Page): Promise<number> {
  return page.evaluate(`Math.max(
    document.documentElement.scrollWidth - window.innerWidth,
    ...[...document.querySelectorAll('[role="dialog"], form')].map((part) => part.scrollWidth - part.clientWidth),
  )`);
}

/**
 * The controls of a page, by kind, on which what shows the focus (a ring, or the colour of a frame) stands out by less than
 * 3:1 from what lies around it; none is wanted. The focus visits the whole page, so that fields notice that they are left.
 */
export function faintFocus(page: Page): Promise<string[]> {
  return page.evaluate(focusScript);
}

/** The placeholders that stand out by less than 4.5:1; none is wanted. */
export function faintPlaceholders(page: Page): Promise<string[]> {
  return page.evaluate(`(() => {
    ${colours}
    return [...document.querySelectorAll('[placeholder]')]
      .filter((field) => field.checkVisibility())
      .map((field) => [contrast(channels(getComputedStyle(field, '::placeholder').color), ground(field)), field.placeholder])
      .filter(([ratio, text]) => text !== '' && ratio < 4.5)
      .map(([ratio, text]) => text + ': ' + ratio.toFixed(1) + ':1');
  })()`);
}

/** Collects what a page complains about: errors of scripts, errors on the console and refusals of the CSP. */
export function complaintsOf(page: Page): string[] {
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    // The question who is signed in is answered with 401 before sign-in; the browser itself reports that.
    const expected = message.text().includes('401 (Unauthorized)');
    if (message.type() === 'error' && !expected) complaints.push(message.text());
  });
  return complaints;
}

/** Signs in at the sign-in page. */
export async function signIn(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

/** Waits until what was done is drawn: no user does the next within the same frame. Without motion it is all there then. */
export async function drawn(page: Page): Promise<void> {
  await page.evaluate('new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))');
}

/**
 * What axe finds wrong with the page as it stays. While axe looks, the page may change: a button that becomes usable passes
 * through half of its contrast. So what is found counts when a second look at the page finds it too.
 */
async function lastingProblems(page: Page, rules?: readonly string[]): Promise<string[]> {
  const found = await accessibilityProblems(page, rules);
  if (found.length === 0) return found;
  await drawn(page);
  return accessibilityProblems(page, rules);
}

/** What axe finds wrong with the other colours of a page, dark or light. */
async function problemsInOtherColours(page: Page): Promise<string[]> {
  const isDark = await page.evaluate<boolean>(`matchMedia('(prefers-color-scheme: dark)').matches`);
  const [own, other] = isDark ? (['dark', 'light'] as const) : (['light', 'dark'] as const);
  await page.emulateMedia({ colorScheme: other });
  await drawn(page);
  const problems = await lastingProblems(page, rulesOfColours);
  await page.emulateMedia({ colorScheme: own });
  await drawn(page);
  return problems;
}

/** Every screen must be accessible, light and dark, its buttons called what they say, and fit the width. */
export async function inspect(page: Page): Promise<void> {
  await drawn(page);
  expect(await lastingProblems(page)).toEqual([]);
  expect(await speakingIcons(page)).toEqual([]);
  expect(await sidewaysScroll(page)).toBe(0);
  expect(await problemsInOtherColours(page)).toEqual([]);
}

/** Shows a state of a page at both widths, by work such as to open a menu, and inspects it. It ends as a light desktop. */
export async function inspectInAllLooks(page: Page, show?: () => Promise<void>): Promise<void> {
  const [desktop, phone] = looks;
  // The width changes each time, which closes a menu.
  for (const look of [phone, desktop]) {
    await page.setViewportSize(look.viewport);
    await page.emulateMedia({ colorScheme: look.colorScheme });
    await show?.();
    await inspect(page);
  }
}

/** What of a link's secrets the browser has kept, outside of the page's memory. */
export async function kept(page: Page, secret: string): Promise<string[]> {
  const places: string[] = await page.evaluate(
    'JSON.stringify([location.href, document.cookie, { ...localStorage }, { ...sessionStorage }, history.state])',
  );
  return places.includes(secret) ? [JSON.stringify(places)] : [];
}

/** Chooses an action of the menu of a user in User Management. */
export async function chooseUserAction(page: Page, email: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${email}` }).click();
  await page
    .getByRole('menu', { name: `Actions for ${email}` })
    .getByRole('menuitem', { name: action })
    .click();
}
