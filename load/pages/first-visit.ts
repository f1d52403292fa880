import type { Browser } from '../measuring/browser-types.ts';

/** What the browser itself says of a first visit, unthrottled; times in ms. */
export interface Visit {
  /** Compressed bytes of all scripts that were asked for until the form could be used. */
  readonly scriptBytes: number;
  readonly scripts: number;
  readonly largestPaint: number;
  readonly usable: number;
}

/** To be run before the page's own scripts: notes when the form is there, and the largest paint so far. */
const watch = `
  window.usableAt = new Promise((resolve) => {
    const look = () => document.querySelector('form button[type="submit"]')
      ? resolve(performance.now())
      : requestAnimationFrame(look);
    look();
  });
  new PerformanceObserver((list) => { window.largestPaint = list.getEntries().at(-1).startTime; })
    .observe({ type: 'largest-contentful-paint', buffered: true });`;

const answer = `window.usableAt.then(async (usable) => {
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  const scripts = performance.getEntriesByType('resource')
    .filter(({ name, startTime }) => new URL(name).pathname.endsWith('.js') && startTime <= usable);
  const scriptBytes = scripts.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0);
  return { scriptBytes, scripts: scripts.length, largestPaint: window.largestPaint, usable };
})`;

/** Comes to the sign-in page with nothing in the cache, as on a phone. */
export async function firstVisit(browser: Browser, url: string): Promise<Visit> {
  const context = await browser.newContext({ viewport: { width: 412, height: 823 } });
  try {
    const page = await context.newPage();
    await page.addInitScript(watch);
    await page.goto(url);
    return await page.evaluate<Visit>(answer);
  } finally {
    await context.close();
  }
}
