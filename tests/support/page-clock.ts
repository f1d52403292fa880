import type { BrowserContext, Page } from 'playwright-core';

/**
 * Skips the seconds for which each step of a save is shown, in all pages that are opened from now on. Other tests check
 * these seconds.
 */
export async function hurrySteps(context: BrowserContext): Promise<void> {
  await context.addInitScript(`{
    const slow = window.setTimeout.bind(window);
    window.setTimeout = (ring, ms, ...rest) => slow(ring, ms === 1000 || ms === 2000 ? 20 : ms, ...rest);
  }`);
}

/** Stops the page's clock, which must be installed; from now on only `page.clock.runFor` moves its time. */
export async function standStill(page: Page): Promise<void> {
  const now = await page.evaluate<number>('Date.now()');
  // The clock runs until it is paused, and it cannot be paused in its past.
  await page.clock.pauseAt(now + 1000);
}
