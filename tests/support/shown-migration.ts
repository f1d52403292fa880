import type { Migration } from '@ridgeline/contracts';
import type { Page } from 'playwright-core';

/** Shows a migration with some values changed, newer than anything from the stream. */
export async function showMigration(
  page: Page,
  address: string,
  difference: Partial<Migration>,
): Promise<void> {
  await page.route(`**/api${new URL(address).pathname}`, async (route) => {
    const answer = (await (await route.fetch()).json()) as Migration;
    await route.fulfill({ json: { ...answer, version: 1_000_000, ...difference } });
  });
  await page.goto(address);
}
