import type { Page } from 'playwright-core';

/** Stops the page's clock, which must be installed; from now on only `page.clock.runFor` moves its time. */
export async function standStill(page: Page): Promise<void> {
  const now = await page.evaluate<number>('Date.now()');
  // The clock goes on until it is stopped, and it cannot be stopped in its past.
  await page.clock.pauseAt(now + 1000);
}
