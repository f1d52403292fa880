import { eventually } from '@ridgeline/testkit/eventually';
import { holderOf } from '@ridgeline/testkit';
import { repeat, type Stage } from '../fault.ts';
import { longMigration } from './long-migration.ts';

/** The number of migrations, whose leases are lost in turn. */
const runs = 2;

const lost = /^ridgeline_migration_leases_lost_total\{[^}]*\} (\d+)/gm;

/** How many leases the orchestrator has taken back. */
async function lostLeases({ product }: Stage): Promise<number> {
  const [orchestrator] = product.description.services['migration-orchestrator']?.instances ?? [];
  if (!orchestrator) throw new Error('No orchestrator runs');
  const metrics = await (await fetch(orchestrator.metrics)).text();
  return [...metrics.matchAll(lost)].reduce((sum, [, leases]) => sum + Number(leases), 0);
}

/** Freezes the worker that has a migration until its lease is taken back. */
async function pause(stage: Stage, migrationId: number): Promise<void> {
  const within = 20_000;
  const holder = await eventually(
    async () => {
      const found = await holderOf(stage.product, migrationId);
      if (!found) throw new Error('No worker has it');
      return found;
    },
    { within, what: 'a worker to take the migration' },
  );
  const before = await lostLeases(stage);
  holder.signal('SIGSTOP');
  try {
    await eventually(
      async () => {
        if ((await lostLeases(stage)) === before) throw new Error('It is still held');
      },
      { within, what: 'the lease to be lost' },
    );
  } finally {
    holder.signal('SIGCONT');
  }
}

/** Freezes the worker of each migration again and again, so that runs move from one worker to another. */
export async function leasesFlap(stage: Stage): Promise<AsyncDisposable> {
  await using planting = new AsyncDisposableStack();
  for (let run = 0; run < runs; run += 1) {
    const { id } = planting.use(await longMigration(stage));
    planting.use(repeat(() => pause(stage, id)));
  }
  return planting.move();
}
