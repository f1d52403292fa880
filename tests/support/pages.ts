import { expect } from '@jest/globals';
import { eventually } from '@ridgeline/testkit';
import type { Page } from 'playwright-core';
import { accessibilityProblems, rulesOfColours } from './accessibility.ts';
import { colours } from './colour-script.ts';
import { focusScript } from './focus-script.ts';

/** How every screen is checked: at both widths, one light and one dark. `inspect` also checks each in the other colors. */
export const looks = [
  { name: 'desktop', viewport: { width: 1440, height: 900 }, colorScheme: 'light' },
  { name: 'dark phone', viewport: { width: 390, height: 844 }, colorScheme: 'dark' },
] as const;

/**
 * Waits until an expression is true in the page. Playwright's own `waitForFunction` evaluates it inside the page unless it
 * is true immediately, and our content security policy forbids that.
 */
export async function untilTrue(page: Page, expression: string): Promise<void> {
  await eventually(async () => expect(await page.evaluate(expression)).toBe(true), { what: expression });
}

/** Buttons and links whose icon adds to their name although they have text; expected to be empty. */
function speakingIcons(page: Page): Promise<string[]> {
  return page.evaluate(`[...document.querySelectorAll(':is(button, a):not([aria-label]) [role="img"][aria-label]')]
    .filter((icon) => icon.closest('[aria-hidden="true"]') === null)
    .map((icon) => [icon.getAttribute('aria-label'), icon.closest('button, a').textContent])
    .filter(([, text]) => text !== '')
    .map((name) => name.join(' '))`);
}

/**
 * Fields into which a phone zooms, and targets that a finger misses: text below 16 pixels and targets below 24 pixels;
 * expected to be empty. A link within a sentence is as high as its line.
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

/** By how many pixels the page, or a dialog or form in it, is wider than its place; 0 if it fits. */
function sidewaysScroll(page: Page): Promise<number> {
  return page.evaluate(`Math.max(
    document.documentElement.scrollWidth - window.innerWidth,
    ...[...document.querySelectorAll('[role="dialog"], form')].map((part) => part.scrollWidth - part.clientWidth),
  )`);
}

/**
 * The controls of a page, by kind, whose focus indicator (a ring, or the color of a border) contrasts with its surroundings
 * by less than 3:1; expected to be empty. The focus visits the whole page, so fields notice when they lose it.
 */
export function faintFocus(page: Page): Promise<string[]> {
  return page.evaluate(focusScript);
}

/** The placeholders with a contrast below 4.5:1; expected to be empty. */
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

/** Collects a page's complaints: script errors, errors on the console and violations of the CSP. */
export function complaintsOf(page: Page): string[] {
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (entry) => {
    // The question who is signed in is answered with 401 before sign-in; the browser itself reports that.
    const expected = entry.text().includes('401 (Unauthorized)');
    if (entry.type() === 'error' && !expected) complaints.push(entry.text());
  });
  return complaints;
}

/** Signs in at the sign-in page. */
export async function signIn(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

/** Waits until an action is drawn: no user acts again within the same frame. Without animations, everything is then drawn. */
export async function drawn(page: Page): Promise<void> {
  await page.evaluate('new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))');
}

/**
 * What axe finds wrong with the page once it is stable. While axe runs, the page may change: a button that becomes usable
 * passes through half of its contrast. So a problem counts only if a second check finds it too.
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

/** Every screen must be accessible, light and dark, fit the width, and have buttons named after their text. */
export async function inspect(page: Page): Promise<void> {
  await drawn(page);
  expect(await lastingProblems(page)).toEqual([]);
  expect(await speakingIcons(page)).toEqual([]);
  expect(await sidewaysScroll(page)).toBe(0);
  expect(await problemsInOtherColours(page)).toEqual([]);
}

/**
 * Brings a page into a state at both widths, with an action such as opening a menu, and inspects it. The page ends as a
 * light desktop.
 */
export async function inspectInAllLooks(page: Page, show?: () => Promise<void>): Promise<void> {
  const [desktop, phone] = looks;
  // The change of width closes menus, so the action is repeated.
  for (const look of [phone, desktop]) {
    await page.setViewportSize(look.viewport);
    await page.emulateMedia({ colorScheme: look.colorScheme });
    await show?.();
    await inspect(page);
  }
}

/** What the browser has stored of a link's secrets, outside of the page's memory. */
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
