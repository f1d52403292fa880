import type { Product } from '@ridgeline/devstack';
import { openDatabase, urlOf, type Tx } from '@ridgeline/postgres';
import type { SyncedTenant } from './synced-tenant.ts';

/* Information about a run that no API provides, and ways to let time pass for the product without waiting. */

async function inDatabase<Result>({ servers }: Product, work: (tx: Tx) => Promise<Result>): Promise<Result> {
  const url = urlOf(servers.postgres.adminUrl, { database: 'ridgeline' });
  await using db = openDatabase({ url, applicationName: 'chaos', max: 1 });
  return await db.forSystem(work);
}

const idsOf = (tenants: readonly SyncedTenant[]): readonly number[] =>
  tenants.map(({ connection }) => connection.id);

/** When the last event of a connection was received; null if there was none. */
export async function lastReceivedAt(product: Product, { connection }: SyncedTenant): Promise<Date | null> {
  const { at } = await inDatabase(product, (tx) =>
    tx.one<{ at: Date | null }>(
      `select max(received_at) as at from connection.webhook_deliveries where connection_id = $1`,
      [connection.id],
    ),
  );
  return at;
}

/** How many sweeps of these connections have not run from start to end since then. */
export async function unsweptSince(
  product: Product,
  tenants: readonly SyncedTenant[],
  since: Date,
): Promise<number> {
  const { count } = await inDatabase(product, (tx) =>
    tx.one<{ count: number }>(
      `select count(*)::integer as count from migration.sweeps
       where connection_id = any ($1) and due_at is not null
         and (ended_at is null or ended_at - took_ms * interval '1 millisecond' < $2)`,
      [idsOf(tenants), since],
    ),
  );
  return count;
}

/** Ages the findings of these connections' sweeps. */
export async function findingsAge(
  product: Product,
  tenants: readonly SyncedTenant[],
  ms: number,
): Promise<void> {
  await inDatabase(product, (tx) =>
    tx.query(
      `update migration.sweep_findings set found_at = found_at - $2 * interval '1 millisecond'
       where connection_id = any ($1)`,
      [idsOf(tenants), ms],
    ),
  );
}

/** Lets a quarter of an hour without events pass for the subscription check, unless the next check is due anyway. */
export async function lookIsDue(product: Product, { connection }: SyncedTenant): Promise<void> {
  await inDatabase(product, (tx) =>
    tx.query(
      `update connection.connections set webhook_look_due = now(),
         webhook_proved_at = least(webhook_proved_at, now() - interval '16 minutes')
       where id = $1 and webhook_look_due > now() + interval '1 minute'`,
      [connection.id],
    ),
  );
}
