import type { Product } from '@ridgeline/devstack';
import { eventually, type SimulatorControl } from '@ridgeline/testkit';
import { lastReceivedAt, unsweptSince } from './sync-database.ts';
import { syncStatus, type SyncedTenant } from './synced-tenant.ts';

const withinMs = 300_000;

/** Waits until a stream has made so many changes. */
export async function untilMade(control: SimulatorControl, stream: number, count: number): Promise<void> {
  await eventually(
    async () => {
      const { changes } = await control.stream(stream);
      if (changes.length < count) throw new Error(`${String(changes.length)} changes are made`);
    },
    { within: 1_800_000, what: `${String(count)} changes` },
  );
}

/** Waits until AccuLynx has nothing left to send except so many held events. */
export async function untilDelivered(control: SimulatorControl, held: number): Promise<void> {
  await eventually(
    async () => {
      const { events = 0, doubled = 0, ...ends } = await control.deliveryCounts();
      const { accepted = 0, failed = 0, nowhere = 0, dropped = 0, lost = 0, silent = 0 } = ends;
      const open = events + doubled - accepted - failed - nowhere - dropped - lost - silent - held;
      if (open > 0) throw new Error(`${String(open)} events are on their way`);
    },
    { within: withinMs, what: 'all events to be delivered' },
  );
}

/** A received event reaches the list a moment later; before that, nothing is due because of it. */
export async function untilNothingDue(product: Product, tenant: SyncedTenant): Promise<void> {
  const at = await lastReceivedAt(product, tenant);
  await eventually(
    async () => {
      const { state, waiting, lastEventAt } = await syncStatus(tenant);
      const isListed = at === null || Date.parse(lastEventAt ?? '') >= at.getTime();
      if (state !== 'current' || waiting > 0 || !isListed)
        throw new Error(
          `It is ${state}, ${String(waiting)} wait, the last event on the list is of ${lastEventAt ?? ''}`,
        );
    },
    { within: withinMs, what: `nothing to be due of connection ${String(tenant.connection.id)}` },
  );
}

/** Waits until every sweep of these connections has started and ended after this moment. */
export async function untilSwept(
  product: Product,
  tenants: readonly SyncedTenant[],
  since: Date,
): Promise<void> {
  await eventually(
    async () => {
      const count = await unsweptSince(product, tenants, since);
      if (count > 0) throw new Error(`${String(count)} sweeps have not ended`);
    },
    { within: 900_000, what: 'all records to be compared' },
  );
}
