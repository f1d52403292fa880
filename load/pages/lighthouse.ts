import type { Browser } from '../measuring/keystrokes.ts';
import { loadYardstick } from '../measuring/yardsticks.ts';

/** The parts of Lighthouse's report used here. */
interface Report {
  readonly runtimeError?: unknown;
  readonly audits: Readonly<Record<string, { readonly numericValue?: number }>>;
  readonly categories: Readonly<Record<string, { readonly score: number | null }>>;
  readonly environment: { readonly benchmarkIndex: number };
}

/** The parts of Lighthouse used here; its own types are missing where it is not installed. */
interface Lighthouse {
  default(url: string, options: object): Promise<{ readonly lhr: Report } | undefined>;
}

/** Lighthouse's result for a page on a simulated slow phone; times in ms. */
export interface Audit {
  /** 0 to 100. */
  readonly score: number;
  readonly largestPaint: number;
  readonly blocking: number;
  readonly shift: number;
  /** Lighthouse's score for this machine's speed; a current machine without other load has 1,500 or more. */
  readonly machine: number;
}

/** Opens an address with Lighthouse's mobile defaults: 150 ms a round trip, 1.6 Mbit/s, a CPU of a quarter. */
export async function audit(url: string, debuggingPort: number): Promise<Audit> {
  const lighthouse = (await loadYardstick('lighthouse')) as Lighthouse;
  const options = { port: debuggingPort, onlyCategories: ['performance'], logLevel: 'error' };
  const result = await lighthouse.default(url, options);
  if (!result || result.lhr.runtimeError) throw new Error(`Lighthouse could not open ${url}`);
  const { audits, categories, environment } = result.lhr;
  const value = (name: string): number => {
    const number = audits[name]?.numericValue;
    if (number === undefined) throw new Error(`Lighthouse does not report ${name}`);
    return number;
  };
  return {
    score: (categories['performance']?.score ?? 0) * 100,
    largestPaint: value('largest-contentful-paint'),
    blocking: value('total-blocking-time'),
    shift: value('cumulative-layout-shift'),
    machine: environment.benchmarkIndex,
  };
}

/** The browser's own figures for a first visit, unthrottled; times in ms. */
export interface Visit {
  /** Compressed bytes of all scripts that were requested until the form was usable. */
  readonly scriptBytes: number;
  readonly scripts: number;
  readonly largestPaint: number;
  readonly usable: number;
}

/** Runs before the page's own scripts: records when the form appears, and the largest paint so far. */
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

/** Opens the sign-in page with an empty cache, as on a phone. */
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
