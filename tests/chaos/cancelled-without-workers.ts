import { expect } from '@jest/globals';
import { cancelMigration, getMigration, type Migration } from '@ridgeline/contracts';
import type { Product } from '@ridgeline/devstack';
import { eventually, newTestCompany, writesTo, type TestCompany } from '@ridgeline/testkit';
import { untilMigration } from '../support/migrations.ts';

/** A run whose workers were all killed immediately before it was cancelled. */
interface CancelledWithoutWorkers {
  readonly owner: TestCompany;
  readonly cancelled: Migration;
  /** When its summary was complete. */
  readonly closed: Migration;
  /** How many contacts HubSpot held at the cancel. */
  readonly written: number;
  /** The writes after the cancel. */
  readonly later: readonly unknown[];
}

/** The number of concurrent batches. */
const inFlight = 3;
const batchSize = 20;

/** Kills every worker while batches are in flight, cancels the run immediately, and starts the workers again. */
export async function cancelWithoutWorkers(
  product: Product,
  contacts: number,
): Promise<CancelledWithoutWorkers> {
  const owner = await newTestCompany(product.description, { contacts });
  const { control, user, session, portalId } = owner;
  const { companyId } = user;
  // The first batches are answered. The following ones are written immediately, but answered long after the workers are
  // dead.
  const effect = { kind: 'slow', delayMs: 25_000 } as const;
  const path = '/crm/**/batch/upsert';
  await control.addFault({ vendor: 'hubspot', companyId, path, after: inFlight, effect });
  const { id } = await owner.startMigration(await owner.connect(), {
    batchSize,
    concurrency: inFlight,
    delayMs: 0,
  });
  const params = { id: String(id) };
  await eventually(
    async () => {
      const { processedCount } = await session.call(getMigration, { params });
      expect(processedCount).toBe(inFlight * batchSize);
      expect(await control.targetContacts(portalId)).toHaveLength(2 * inFlight * batchSize);
    },
    { what: 'batches to be in flight after as many were done', within: 20_000 },
  );

  const workers = product.processes('migration-worker');
  await Promise.all(workers.map((worker) => worker.kill()));
  const cancelled = await session.call(cancelMigration, { params });
  const written = (await control.targetContacts(portalId)).length;
  const last = (await control.requests(companyId)).at(-1)?.number ?? 0;
  await control.clearFaults();
  for (const worker of workers) await product.restart(worker);

  const isClosed = ({ reconciliation }: Migration) => reconciliation !== null;
  const closed = await untilMigration(owner, id, isClosed, 'the account to be closed');
  const later = writesTo(await control.requests(companyId, last));
  return { owner, cancelled, closed, written, later };
}
