import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { median } from '@ridgeline/testkit/median';

/**
 * Milliseconds for one measurement on the machine for which the numbers of files in `checks.ts` were chosen: computed from a
 * slower machine, which took as many times as long for the unit suite.
 */
const referenceMs = 480;
const measurements = 3;

/** What each processor does at the same time: objects, JSON, sorting and maps, like our tests. */
function work(): void {
  for (let round = 0; round < 150; round += 1) {
    const records = Array.from({ length: 2_000 }, (_, n) => ({
      id: `record-${String((n * 7_919) % 2_000)}`,
      name: `Name ${String(n)}`,
      amount: n * 1.5,
      tags: ['a', 'b', String(n)],
    }));
    const copy = JSON.parse(JSON.stringify(records)) as typeof records;
    copy.sort((one, other) => (one.id < other.id ? -1 : 1));
    new Map(copy.map((record) => [record.id, record]));
  }
}

async function measureMs(): Promise<number> {
  const started = performance.now();
  const script = `(${work.toString()})()`;
  await Promise.all(
    Array.from({ length: availableParallelism() }, async () => {
      const worker = new Worker(script, { eval: true });
      await new Promise((resolve, reject) => worker.once('exit', resolve).once('error', reject));
    }),
  );
  return performance.now() - started;
}

/** How many times as long as the reference machine this one takes now, with all processors in use; 1 is as fast. */
export async function measureSlowness(): Promise<number> {
  const times: number[] = [];
  for (let n = 0; n < measurements; n += 1) times.push(await measureMs());
  return median(times) / referenceMs;
}
