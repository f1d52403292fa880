import { setTimeout as delay } from 'node:timers/promises';
import type { Migration } from '@ridgeline/contracts';
import type { Product } from '@ridgeline/devstack';
import { runHolder } from '@ridgeline/testkit';

/** Kills the worker that holds the migration once, in the middle, and measures how long the run stood still. */
export interface Killer {
  /** To be told every state of the migration that is read. */
  watch(migration: Migration): Promise<void>;
  /** Seconds from the kill until another worker held the run; null when there was no kill. */
  resumedAfter(): Promise<number | null>;
}

const resumeWithinMs = 60_000;

async function untilResumed(product: Product, deadPid: number, killedAt: number): Promise<number> {
  while (performance.now() - killedAt < resumeWithinMs) {
    const worker = await runHolder(product);
    if (worker && worker.pid !== deadPid) return (performance.now() - killedAt) / 1000;
    await delay(50);
  }
  throw new Error('No other worker resumed the run within a minute');
}

/** A killer that strikes when a third of the records are processed. */
export function createKiller(product: Product): Killer {
  let resumed: Promise<number> | null = null;
  return {
    watch: async ({ processedCount, targetCount, status }) => {
      if (resumed || status !== 'running' || processedCount < targetCount / 3 || targetCount === 0) return;
      const worker = await runHolder(product);
      if (!worker) return;
      process.stdout.write(`\nKilling ${worker.name} (process ${worker.pid}) with SIGKILL\n`);
      const killedAt = performance.now();
      await worker.kill();
      resumed = untilResumed(product, worker.pid, killedAt);
    },
    resumedAfter: async () => resumed,
  };
}
