import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults, RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** The rules whose result depends on the colors. */
export const rulesOfColours: readonly string[] = ['color-contrast', 'link-in-text-block'];

/**
 * What axe finds wrong on a page, one line per rule, by these rules or by the default ones; expected to be empty. axe is
 * loaded once per document. It would not inspect a frame within the page, so there must be none.
 */
export async function accessibilityProblems(page: Page, rules?: readonly string[]): Promise<string[]> {
  if (page.frames().length > 1) throw new Error('axe does not look into the frames of this page');
  if (!(await page.evaluate<boolean>('"axe" in window'))) await page.evaluate(axe);
  // Only violations are reported with their elements: reporting everything takes longer than the check.
  const options: RunOptions = { resultTypes: ['violations'], ...(rules && { runOnly: [...rules] }) };
  const { violations } = await page.evaluate<AxeResults>(`axe.run(document, ${JSON.stringify(options)})`);
  return violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(' | ')}`,
  );
}
