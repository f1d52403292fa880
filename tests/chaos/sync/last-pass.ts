import { sweepNow } from '@ridgeline/contracts';
import type { Product } from '@ridgeline/devstack';
import { eventually, type SimulatorControl } from '@ridgeline/testkit';
import { findingsAge } from './sync-database.ts';
import { killInTurn } from './sync-disturb.ts';
import { untilDelivered, untilNothingDue, untilSwept } from './sync-waits.ts';
import { findingsOf } from './swept-evidence.ts';
import type { SyncedTenant } from './synced-tenant.ts';

/** Starts a comparison of all records while workers and orchestrators are killed, and waits until nothing is due any more. */
export async function lastPass(product: Product, tenants: readonly SyncedTenant[]): Promise<void> {
  const asked = new Date();
  for (const { company, connection } of tenants)
    await company.session.callPatiently(sweepNow, { params: { id: String(connection.id) } });
  for (const service of ['migration-worker', 'migration-orchestrator']) await killInTurn(product, service);
  await untilSwept(product, tenants, asked);
  for (const tenant of tenants) await untilNothingDue(product, tenant);
}

/** Longer than an event takes to arrive; and longer than the product waits for one. */
const [onItsWayMs, hourMs] = [40_000, 3_600_000];

/**
 * Sends the held events, as if some time after the last pass, and resolves when they are on the list; returns when it sent
 * them.
 */
export async function releaseHeld(
  product: Product,
  tenants: readonly SyncedTenant[],
  control: SimulatorControl,
): Promise<string> {
  await findingsAge(product, tenants, onItsWayMs);
  const releasedAt = new Date().toISOString();
  await control.releaseDeliveries();
  await untilDelivered(control, 0);
  for (const tenant of tenants) await untilNothingDue(product, tenant);
  return releasedAt;
}

/** Lets an hour pass and waits for the verdicts on the findings: an orchestrator decides these first when it starts. */
export async function untilDecided(product: Product, tenants: readonly SyncedTenant[]): Promise<void> {
  await findingsAge(product, tenants, hourMs);
  await killInTurn(product, 'migration-orchestrator');
  await eventually(
    async () => {
      const findings = (await Promise.all(tenants.map(findingsOf))).flat();
      if (findings.some(({ verdict }) => verdict === 'open')) throw new Error('Some are open');
    },
    { within: 90_000, what: 'the findings to be decided' },
  );
}
