import { openBrowser } from '@ridgeline/testkit/browser';
import type { BenchResult } from './benchmark.ts';
import { answerWithLog, migrationId } from './logs-page/made-up-log.ts';
import { domNodes, ourTime, plainTime, watchOurs } from './logs-page/page-scripts.ts';
import { plainTableScript } from './logs-page/plain-table.ts';
import { interleaved } from './measuring/interleaved.ts';
import { keystrokeTimes } from './measuring/keystrokes.ts';
import { startMeasuredProduct } from './measuring/product.ts';
import { median, quantile, round } from './measuring/statistics.ts';
import { tell } from './measuring/surroundings.ts';

/** Relative to the time of a plain table; the others are in ms and elements. */
const goals = { ratio: 0.04, ms: 300, keystrokeMs: 50, nodes: 400 };
const rounds = 3;
const typing = { placeholder: 'Search message and context', text: 'harris 77' };

/**
 * What a log of 10,000 entries costs the page of a migration: the time from its answer to the usable page, relative to
 * antd's plain table in the same page; the time of a keystroke in its search, and the page's size.
 */
export async function run(): Promise<BenchResult> {
  await using resources = new AsyncDisposableStack();
  const { description } = await startMeasuredProduct(resources, 'logs-page', { web: true });
  const [person] = description.signIns;
  if (!person) throw new Error('No user can sign in');
  const browser = resources.adopt(await openBrowser(), (opened) => opened.close());
  // The plain table is not part of the app.
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, bypassCSP: true });
  const page = await context.newPage();
  await page.goto(`${description.gateway}/auth`);
  await page.getByLabel('Email', { exact: true }).fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL(`${description.gateway}/`);
  await answerWithLog(page);
  await page.addInitScript(watchOurs);
  const script = await plainTableScript();

  tell(`Showing 10,000 lines, ${rounds} rounds ...`);
  const open = async (): Promise<number> => {
    await page.goto(`${description.gateway}/migrations/${migrationId}`);
    return page.evaluate<number>(ourTime);
  };
  const ms = await interleaved(rounds, {
    ours: open,
    plain: async () => {
      await page.addScriptTag({ content: script });
      return page.evaluate<number>(plainTime);
    },
    keystroke: async () => {
      await open();
      return quantile(await keystrokeTimes(page, typing), 0.95);
    },
  });
  await open();
  const nodes = await page.evaluate<number>(domNodes);
  const [ours, plain, keystroke] = [median(ms.ours), median(ms.plain), median(ms.keystroke)];
  const ratio = round(ours / plain);
  return {
    name: 'logs-page',
    ratio,
    goal: goals.ratio,
    ok: ratio <= goals.ratio && ours <= goals.ms && keystroke <= goals.keystrokeMs && nodes <= goals.nodes,
    detail: {
      'ms from answer to interactive': round(ours),
      'ms of a plain antd Table': round(plain),
      'goal ms': goals.ms,
      'p95 ms of a keystroke': round(keystroke),
      'goal ms of a keystroke': goals.keystrokeMs,
      'elements of the log': nodes,
      'goal elements': goals.nodes,
      rounds,
    },
  };
}
