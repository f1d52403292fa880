import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { median } from '@ridgeline/testkit/median';
import type { Slowness } from './checks.ts';

/** What each processor does at the same time, and how many milliseconds that takes on the reference machine. */
interface Yardstick {
  readonly work: () => void;
  readonly referenceMs: number;
}

const measurements = 3;

/** Objects, JSON, sorting and maps, like our tests. */
function compute(): void {
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

/** New pages of memory, and reads at places that no cache holds. */
function useMemory(): void {
  const length = 2 ** 22;
  for (let round = 0; round < 3; round += 1) {
    const places = new Int32Array(length);
    for (let place = 0; place < length; place += 1_024) places[place] = place;
    let place = 0;
    for (let read = 0; read < 500_000; read += 1)
      place = ((places[place] ?? 0) + Math.imul(read, 1_103_515_245)) & (length - 1);
  }
}

/**
 * The reference is the machine for which the numbers of files in `checks.ts` were chosen. On a machine that others share,
 * memory can be several times as slow while computing is not.
 */
const yardsticks = {
  computing: { work: compute, referenceMs: 480 },
  memory: { work: useMemory, referenceMs: 340 },
} satisfies Record<string, Yardstick>;

async function measureMs(work: () => void): Promise<number> {
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

async function slownessBy({ work, referenceMs }: Yardstick): Promise<number> {
  const times: number[] = [];
  for (let n = 0; n < measurements; n += 1) times.push(await measureMs(work));
  return median(times) / referenceMs;
}

/** How many times as long as the reference machine this one takes now, with all processors in use. */
export async function measureSlowness(): Promise<Slowness> {
  return { computing: await slownessBy(yardsticks.computing), memory: await slownessBy(yardsticks.memory) };
}
