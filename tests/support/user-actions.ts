import type { Page } from 'playwright-core';

/** Chooses an action of the menu of a user in User Management. */
export async function chooseUserAction(page: Page, email: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${email}` }).click();
  await page.getByRole('menu', { name: `Actions for ${email}` }).getByRole('menuitem', { name: action }).click();
}
