import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect } from '@jest/globals';
import { openBrowser } from '@ridgeline/testkit/browser';
import { nameForFile } from '@ridgeline/testkit/kept-pages';
import type { Browser, BrowserContextOptions, BrowserContext, Page } from 'playwright-core';

/**
 * Opens a browser for a file's tests; returns a function that opens a separate context, like a new visitor's. Animations
 * are off unless a test asks for them: a click on a moving element may miss it.
 */
export function browserOfTests(): (options?: BrowserContextOptions) => Promise<BrowserContext> {
  let browser: Browser | undefined;
  beforeAll(async () => {
    browser = await openBrowser();
  }, 60_000);
  afterAll(async () => {
    await browser?.close();
  });
  return async (options) => {
    if (!browser) throw new Error('The browser opens before the first test of a file, not while it is read');
    const context = await browser.newContext({ reducedMotion: 'reduce', ...options });
    const { PAGES_OF_TESTS: texts, PICTURES_OF_TESTS: pictures } = process.env;
    if (texts)
      atEnd(context, async (page, name) => writeFile(join(texts, `${name}.txt`), await textOf(page)));
    if (pictures) atEnd(context, (page, name) => page.screenshot({ path: join(pictures, `${name}.png`) }));
    return context;
  };
}

/** Records each page's state when its test closes it: for a failed test, that is what a user would have seen. */
function atEnd(context: BrowserContext, keep: (page: Page, name: string) => Promise<unknown>): void {
  const close = context.close.bind(context);
  const test = nameForFile(expect.getState().currentTestName ?? 'set-up');
  context.close = async (options) => {
    await Promise.allSettled(context.pages().map((page, index) => keep(page, `${test}-${index + 1}`)));
    await close(options);
  };
}

/** A page's address and what a screen reader finds outside its navigation. Link targets are left out: they say little. */
async function textOf(page: Page): Promise<string> {
  const parts = await page.locator('main, [role="dialog"], .toast').all();
  // A toast may have disappeared by now.
  const texts = await Promise.all(parts.map((part) => part.ariaSnapshot({ timeout: 2_000 }).catch(() => '')));
  const lines = texts.join('\n').split('\n');
  return [page.url(), ...lines.filter((line) => !line.trim().startsWith('- /url:'))].join('\n');
}
