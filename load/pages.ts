import { freePort } from '@ridgeline/devstack';
import { openBrowser } from '@ridgeline/testkit/browser';
import type { BenchResult } from './benchmark.ts';
import { startMeasuredProduct } from './measuring/product.ts';
import { median, round } from './measuring/statistics.ts';
import { scratchDirectory, tell } from './measuring/surroundings.ts';
import { audit, firstVisit, type Audit, type Visit } from './pages/lighthouse.ts';
import { startSingleBundle } from './pages/single-bundle.ts';

/** Relative to the bytes of a single bundle; points; ms; a share of the screen. */
const goals = { script: 0.45, score: 95, largestPaintMs: 800, blockingMs: 200, shift: 0.01 };
const rounds = 5;

/**
 * What the sign-in page costs: Lighthouse's result on a simulated slow phone, the largest paint also without throttling,
 * and the script that the browser loads until the form is usable, relative to the same app in a single bundle.
 */
export async function run(): Promise<BenchResult> {
  await using resources = new AsyncDisposableStack();
  const { description } = await startMeasuredProduct(resources, 'pages', { web: true });
  tell('Building the app as a single bundle ...');
  const single = await startSingleBundle(resources, await scratchDirectory(resources, 'single-bundle'));
  const debuggingPort = await freePort();
  const browser = resources.adopt(await openBrowser({ debuggingPort }), (opened) => opened.close());
  const url = `${description.gateway}/auth`;

  tell(`Visiting the sign-in page, ${rounds} rounds after one to warm up ...`);
  const audits: Audit[] = [];
  const visits: Visit[] = [];
  for (let count = 0; count <= rounds; count += 1) {
    const visit = await firstVisit(browser, url);
    const audited = await audit(url, debuggingPort);
    tell(JSON.stringify({ ...audited, ...visit }));
    if (count === 0) continue;
    visits.push(visit);
    audits.push(audited);
  }
  const bundled = await firstVisit(browser, `${single}/auth`);

  const middle = (value: (one: Audit) => number) => median(audits.map(value));
  const score = middle((one) => one.score);
  const simulated = middle((one) => one.largestPaint);
  const blocking = middle((one) => one.blocking);
  const shift = middle((one) => one.shift);
  const unthrottled = median(visits.map((one) => one.largestPaint));
  const scriptBytes = median(visits.map((one) => one.scriptBytes));
  const ratio = round(scriptBytes / bundled.scriptBytes);
  return {
    name: 'pages',
    ratio,
    goal: goals.script,
    ok:
      ratio <= goals.script &&
      score >= goals.score &&
      Math.max(simulated, unthrottled) <= goals.largestPaintMs &&
      blocking <= goals.blockingMs &&
      shift <= goals.shift,
    detail: {
      'script, KiB': round(scriptBytes / 1024),
      'script, files': median(visits.map((one) => one.scripts)),
      'single bundle, KiB': round(bundled.scriptBytes / 1024),
      'Lighthouse mobile score': score,
      'best score of a round': Math.max(...audits.map((one) => one.score)),
      'goal score': goals.score,
      'largest paint ms, simulated phone': round(simulated),
      'largest paint ms, unthrottled': round(unthrottled),
      'goal largest paint ms': goals.largestPaintMs,
      'blocking ms, simulated phone': round(blocking),
      'goal blocking ms': goals.blockingMs,
      'layout shift': round(shift),
      'goal layout shift': goals.shift,
      'usable ms, unthrottled': round(median(visits.map((one) => one.usable))),
      "machine, Lighthouse's index": round(middle((one) => one.machine)),
      rounds,
    },
  };
}
