import { afterAll, beforeAll } from '@jest/globals';
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
  return (options) => {
    if (!browser) throw new Error('The browser opens before the first test of a file, not while it is read');
    return browser.newContext(options);
  };
}
