import { describe, expect, test } from '@jest/globals';
import { newTestCompany, stackOfTests } from '@ridgeline/testkit';
import type { BrowserContext, Page } from 'playwright-core';
import { browserOfTests } from '../../support/browser-of-tests.ts';
import { standStill } from '../../support/page-clock.ts';
import { looks, signIn } from '../../support/pages.ts';

const stack = stackOfTests();
const newContext = browserOfTests();

/** A new user's settings, where each save shows a toast; the page's clock is stopped. */
async function settings(context: BrowserContext): Promise<Page> {
  const company = await newTestCompany(stack, { contacts: 0 });
  const page = await context.newPage();
  await page.clock.install();
  await page.goto(`${stack.gateway}/settings`);
  await signIn(page, company.email, company.password);
  await page.getByText('Profile Information').waitFor();
  await toast(page).getByText('Login successful').waitFor();
  await standStill(page);
  await page.clock.runFor(5000);
  await gone(page);
  return page;
}

const toast = (page: Page) => page.locator('.toast');
const gone = (page: Page) => toast(page).waitFor({ state: 'detached' });

/** Shows 'Profile updated', by keyboard: a pointer over the toast would keep it open. */
async function saveProfile(page: Page, firstName: string): Promise<void> {
  const profile = page.getByRole('region', { name: 'Profile Information' });
  await profile.getByLabel('First name').fill(firstName);
  await profile.getByLabel('First name').press('Enter');
  await profile.getByRole('button', { name: 'Saved' }).waitFor();
  await toast(page).getByText('Profile updated', { exact: true }).waitFor();
}

/** Shows 'Error updating password', and waits for the reason at its field. */
async function failPassword(page: Page): Promise<void> {
  const password = page.getByRole('region', { name: 'Change Password' });
  await password.getByLabel('Current password').fill('not-the-password');
  await password.getByLabel('New password', { exact: true }).fill('a-new-long-password');
  await password.getByLabel('Confirm new password').fill('a-new-long-password');
  await password.getByLabel('Confirm new password').press('Enter');
  await page.getByText('The current password is incorrect').waitFor();
}

/** Waits until a toast is announced to screen readers. */
const heard = (page: Page, text: string) =>
  page.locator('[role="status"][aria-live="assertive"]', { hasText: text }).waitFor({ state: 'attached' });

/** Drags the toast sideways with the mouse, by pixels; to the right when positive. */
async function drag(page: Page, pixels: number): Promise<void> {
  const { x, y } = await middle(page);
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + pixels, y, { steps: Math.abs(pixels) });
  await page.mouse.up();
}

/** Drags the toast sideways with a finger, by pixels. */
async function swipe(page: Page, pixels: number): Promise<void> {
  const { x, y } = await middle(page);
  const browser = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', moved: number) =>
    browser.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: type === 'touchEnd' ? [] : [{ x: x + moved, y }],
    });
  await touch('touchStart', 0);
  for (let moved = 1; moved <= pixels; moved += 1) await touch('touchMove', moved);
  await touch('touchEnd', pixels);
  await browser.detach();
}

async function middle(page: Page): Promise<{ x: number; y: number }> {
  const box = await toast(page).boundingBox();
  if (!box) throw new Error('There is no toast to drag');
  return { x: Math.round(box.x + box.width / 2), y: Math.round(box.y + box.height / 2) };
}

describe.each(looks)('Toasts on a $name', (look) => {
  test('When a second toast comes, then it waits until the first could be read, and stays its five seconds', async () => {
    await using context = await newContext(look);
    const page = await settings(context);
    await saveProfile(page, 'Antonia');
    expect(await toast(page).count()).toBe(1);
    // The toast covers neither the page's name nor its menu.
    expect((await middle(page)).y).toBeGreaterThan(look.viewport.height / 2);
    await page.clock.runFor(50);
    await heard(page, 'Profile updated');
    await page.clock.runFor(950);
    await failPassword(page);
    await page.clock.runFor(1400);
    expect(await toast(page).getByText('Profile updated', { exact: true }).count()).toBe(1);
    expect(await toast(page).count()).toBe(1);
    await page.clock.runFor(100);
    await toast(page).getByText('Error updating password', { exact: true }).waitFor();
    expect(await toast(page).count()).toBe(1);
    await page.clock.runFor(50);
    await heard(page, 'Error updating password');
    await page.clock.runFor(4850);
    expect(await toast(page).count()).toBe(1);
    await page.clock.runFor(100);
    await gone(page);
    // The reason stays visible at its field.
    expect(await page.getByText('The current password is incorrect').isVisible()).toBe(true);
  }, 60_000);
});

test('When a toast is dragged to the right by more than 50 pixels, then it goes; by less, or to the left, it stays', async () => {
  await using context = await newContext();
  const page = await settings(context);
  await saveProfile(page, 'Antonia');
  for (const pixels of [50, -120]) {
    await drag(page, pixels);
    await page.locator('.toast:not([data-swipe="move"])').waitFor();
    expect(await toast(page).getAttribute('data-state')).toBe('open');
  }
  await drag(page, 51);
  await gone(page);
}, 60_000);

test('When a finger swipes a toast away, then it goes, and the next one is gone after its five seconds too', async () => {
  await using context = await newContext({ ...looks[1], hasTouch: true });
  const page = await settings(context);
  await saveProfile(page, 'Antonia');
  await swipe(page, 50);
  await page.locator('.toast[data-swipe="cancel"]').waitFor();
  expect(await toast(page).getAttribute('data-state')).toBe('open');
  await swipe(page, 60);
  await gone(page);

  await saveProfile(page, 'Toni');
  await page.clock.runFor(5000);
  await gone(page);
}, 60_000);

test.each(['the mouse', 'the keyboard'])(
  'When a toast is closed with %s, then the next one is gone after its five seconds too',
  async (means) => {
    await using context = await newContext();
    const page = await settings(context);
    await saveProfile(page, 'Antonia');
    const close = toast(page).getByRole('button', { name: 'Close' });
    if (means === 'the mouse') await close.click();
    else {
      await page.keyboard.press('F8');
      await page.locator('.toast-viewport:focus').waitFor();
      await page.keyboard.press('Tab');
      await page.locator('.toast:focus').waitFor();
      await page.keyboard.press('Tab');
      await page.locator('.toast-close:focus').waitFor();
      await page.keyboard.press('Enter');
      // The focus is where it was before F8.
      await page.locator('input[name="firstName"]:focus').waitFor();
    }
    await gone(page);

    await saveProfile(page, 'Toni');
    await page.clock.runFor(5000);
    await gone(page);
  },
  60_000,
);

test('When F8 is pressed, then the toast waits as long as the focus is on it, and Escape closes it', async () => {
  await using context = await newContext();
  const page = await settings(context);
  await saveProfile(page, 'Antonia');
  await page.clock.runFor(3000);
  await page.keyboard.press('F8');
  await page.locator('.toast-viewport:focus').waitFor();
  await page.keyboard.press('Tab');
  await page.locator('.toast:focus').waitFor();
  await page.clock.runFor(60_000);
  expect(await toast(page).getAttribute('data-state')).toBe('open');
  await page.keyboard.press('Escape');
  await gone(page);
  await page.locator('input[name="firstName"]:focus').waitFor();

  // When it loses the focus, it stays for the rest of its time.
  await saveProfile(page, 'Toni');
  await page.clock.runFor(3000);
  await page.keyboard.press('F8');
  await page.locator('.toast-viewport:focus').waitFor();
  await page.clock.runFor(60_000);
  await page.getByLabel('First name').focus();
  await page.clock.runFor(1900);
  expect(await toast(page).getAttribute('data-state')).toBe('open');
  await page.clock.runFor(100);
  await gone(page);
}, 60_000);
