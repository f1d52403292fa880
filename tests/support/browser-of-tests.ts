import { join } from 'node:path';
import { afterAll, beforeAll, expect } from '@jest/globals';
import { openBrowser } from '@ridgeline/testkit/browser';
import type { Browser, BrowserContextOptions, BrowserContext } from 'playwright-core';

/** Opens a browser for the tests of a file; returns what opens a context of its own, as a fresh visitor has. */
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
    const context = await browser.newContext(options);
    const folder = process.env['PICTURES_OF_TESTS'];
    if (folder) picturedAtEnd(context, folder);
    return context;
  };
}

/** Keeps how each page looked when its test closed it: a red test shows what a user would have seen. */
function picturedAtEnd(context: BrowserContext, folder: string): void {
  const close = context.close.bind(context);
  const name = expect.getState().currentTestName?.replaceAll(/\W+/g, '-').slice(0, 150) ?? 'set-up';
  context.close = async (options) => {
    const pictures = context
      .pages()
      .map((page, index) => page.screenshot({ path: join(folder, `${name}-${String(index + 1)}.png`) }));
    await Promise.allSettled(pictures);
    await close(options);
  };
}
