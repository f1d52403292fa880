import { getMigration, type Migration } from '@ridgeline/contracts';
import type { Product } from '@ridgeline/devstack';
import { eventually, runHolder, type TestCompany } from '@ridgeline/testkit';

/** A migration of a company, by its id. */
export interface WatchedMigration {
  readonly company: TestCompany;
  readonly id: number;
}

/** How long a migration may take whose lists hold still. */
export const endsWithinMs = 240_000;
const ended = new Set<Migration['status']>(['completed', 'failed', 'cancelled']);

/** A migration as the API shows it now. */
export const look = ({ company, id }: WatchedMigration): Promise<Migration> =>
  company.session.callPatiently(getMigration, { params: { id: String(id) } });

/** Waits until so large a share of the records is processed, or until the migration has ended. */
export async function untilShare(watched: WatchedMigration, share: number): Promise<void> {
  await eventually(
    async () => {
      const { status, processedCount, targetCount } = await look(watched);
      const reached = targetCount > 0 && processedCount >= share * targetCount;
      if (!ended.has(status) && !reached) throw new Error(`It is at ${String(processedCount)}`);
    },
    { within: endsWithinMs, what: `migration ${String(watched.id)} to reach ${share.toFixed(2)}` },
  );
}

/** Waits until the migration has ended and no worker still processes any part of it; returns how it ended. */
export function untilSettled(
  product: Product,
  watched: WatchedMigration,
  within = endsWithinMs,
): Promise<Migration> {
  return eventually(
    async () => {
      const migration = await look(watched);
      if (!ended.has(migration.status)) throw new Error(`It is ${JSON.stringify(migration)}`);
      if (migration.reconciliation === null || (await runHolder(product)))
        throw new Error('A worker still has it in hand');
      return migration;
    },
    { within, what: `migration ${String(watched.id)} to end` },
  );
}
