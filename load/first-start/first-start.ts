import type { BenchResult } from '../benchmark.ts';
import { round } from '../measuring/statistics.ts';
import { tell } from '../measuring/surroundings.ts';
import { installAll, openBareMachine } from './bare-machine.ts';
import { timeStart, type StartSeconds } from './started-product.ts';

const goals = { ratio: 0.6, againSeconds: 8 };

/** The checkout's lock files, which together name everything that a machine needs to run all of the product. */
const lockFiles = ['.', 'load/yardsticks', 'packages/devstack/containers'];

/**
 * From clone to the sign-in page with `npm start` alone, relative to `npm ci` of everything first: each in its own home
 * folder without any cache, one after the other. Then a second start, with what the first one left.
 */
export async function run(): Promise<BenchResult> {
  await using resources = new AsyncDisposableStack();
  tell('npm start on a bare machine ...');
  const bare = await openBareMachine(resources, 'first-start');
  const first = await timeStart(bare);
  tell(JSON.stringify(first));
  const again = await timeStart(bare);

  tell('Everything, then npm start ...');
  const full = await openBareMachine(resources, 'first-start-full');
  let installed = 0;
  for (const folder of lockFiles) installed += await installAll(full, folder);
  const after = await timeStart(full);
  tell(JSON.stringify({ installed, ...after }));

  const seconds = bare.cloneSeconds + first.total;
  const fullSeconds = full.cloneSeconds + installed + after.total;
  const ratio = round(seconds / fullSeconds);
  return {
    name: 'first-start',
    ratio,
    goal: goals.ratio,
    ok: ratio <= goals.ratio && again.total <= goals.againSeconds,
    detail: {
      'seconds to the sign-in page': round(seconds),
      'clone, seconds': round(bare.cloneSeconds),
      ...inSeconds('', first),
      'again, seconds': round(again.total),
      'goal again, seconds': goals.againSeconds,
      'everything first, seconds': round(fullSeconds),
      'everything first: npm ci, seconds': round(installed),
      ...inSeconds('everything first: ', after),
    },
  };
}

function inSeconds(prefix: string, { parts }: StartSeconds): Record<string, number> {
  return Object.fromEntries(
    Object.entries(parts).map(([name, seconds]) => [`${prefix}${name}, seconds`, round(seconds)]),
  );
}
