import type { Connection } from '@ridgeline/contracts';
import { newTestCompany } from '@ridgeline/testkit';
import { openBrowser } from '@ridgeline/testkit/browser';
import type { BenchResult } from './benchmark.ts';
import { interleaved } from './measuring/interleaved.ts';
import { keystrokeTimes, type Browser, type Page } from './measuring/keystrokes.ts';
import { startMeasuredProduct } from './measuring/product.ts';
import { median, quantile, round } from './measuring/statistics.ts';
import { tell } from './measuring/surroundings.ts';

const firms = ['Blue Ridge', 'Summit Roofing', 'Peak Exteriors', 'Ridgeway & Sons'];

/** Answers the page's request with so many connections, copied from the company's first one. */
export async function answerWithMany(page: Page, count: number): Promise<void> {
  await page.route('**/api/connections', async (route) => {
    const response = await route.fetch();
    const [first] = (await response.json()) as Connection[];
    if (!first) throw new Error('The company has no connection');
    const json = Array.from({ length: count }, (_, index) => ({
      ...first,
      id: index + 1,
      name: `${firms[index % firms.length] ?? ''} - ${index + 1}`,
    }));
    await route.fulfill({ response, json });
  });
}

/** A list that draws only visible connections costs little more with a hundred times as many. */
const goal = 2;
/** Milliseconds from a key to the frame that shows its result. */
const goalMs = 50;
const rounds = 5;
const [few, many] = [20, 2_000];
const typing = { placeholder: 'Search portals by name...', text: 'ridge - 12' };

/**
 * What a keystroke in the search of Portal Connections costs with 2,000 connections: the time to the frame that shows the
 * result, relative to 20 connections; the worse of cards and rows.
 */
export async function run(): Promise<BenchResult> {
  await using resources = new AsyncDisposableStack();
  const { description } = await startMeasuredProduct(resources, 'connections-page', { web: true });
  const company = await newTestCompany(description, { contacts: 0 });
  await company.connect();
  const browser = resources.adopt(await openBrowser(), (opened) => opened.close());
  const open = async (view: 'grid' | 'list', count: number) => {
    const page = await pageOf(browser, `${description.gateway}/connections`, view, count, company);
    return async () => quantile(await keystrokeTimes(page, typing), 0.95);
  };
  tell(`Typing ${rounds} rounds ...`);
  const ms = await interleaved(rounds, {
    fewCards: await open('grid', few),
    manyCards: await open('grid', many),
    fewRows: await open('list', few),
    manyRows: await open('list', many),
  });
  const cards = median(ms.manyCards) / median(ms.fewCards);
  const rows = median(ms.manyRows) / median(ms.fewRows);
  const worst = Math.max(median(ms.manyCards), median(ms.manyRows));
  const ratio = round(Math.max(cards, rows));
  return {
    name: 'connections-page',
    ratio,
    goal,
    ok: ratio <= goal && worst <= goalMs,
    detail: {
      [`p95 ms, ${many} cards`]: round(median(ms.manyCards)),
      [`p95 ms, ${few} cards`]: round(median(ms.fewCards)),
      [`p95 ms, ${many} rows`]: round(median(ms.manyRows)),
      [`p95 ms, ${few} rows`]: round(median(ms.fewRows)),
      'goal ms': goalMs,
      rounds,
    },
  };
}

/** Opens Portal Connections in the given view with so many connections. */
async function pageOf(
  browser: Browser,
  url: string,
  view: 'grid' | 'list',
  count: number,
  { email, password }: { readonly email: string; readonly password: string },
): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  await context.addCookies([{ name: 'ridgeline-connections', value: view, url }]);
  const page = await context.newPage();
  await answerWithMany(page, count);
  await page.goto(url);
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByText(`${count.toLocaleString('en-US')} connections`, { exact: true }).waitFor();
  return page;
}
