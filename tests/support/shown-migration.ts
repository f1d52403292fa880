import type { Migration } from '@ridgeline/contracts';
import type { Page } from 'playwright-core';

/** Shows a migration that differs from what the server answers, and is newer than all that the stream brings. */
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
