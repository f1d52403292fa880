import type { Migration } from '@ridgeline/contracts';
import type { Product } from '@ridgeline/devstack';
import { poll, retryEvery } from '@ridgeline/kit';
import { runHolder } from '@ridgeline/testkit';

/** Kills the worker that holds the migration once, during the run, and measures how long the run stalls. */
export interface Killer {
  /** Call it with every state of the migration that is read. */
  watch(migration: Migration): Promise<void>;
  /** Seconds from the kill until another worker held the run; null when there was no kill. */
  resumedAfter(): Promise<number | null>;
}

const resumeWithinMs = 60_000;

async function untilResumed(product: Product, deadPid: number, killedAt: number): Promise<number> {
  const look = async (): Promise<number | undefined> => {
    const worker = await runHolder(product);
    return worker && worker.pid !== deadPid ? (performance.now() - killedAt) / 1000 : undefined;
  };
  return poll(retryEvery(50), look, { withinMs: resumeWithinMs, what: 'another worker to resume the run' });
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
