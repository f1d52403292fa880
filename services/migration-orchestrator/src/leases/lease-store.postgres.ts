import type { Tx } from '@ridgeline/postgres';
import type { HeldRun } from '../migration-state/lease-row.postgres.ts';

/** All leases at one moment, by the database's clock, in ms. */
export interface LeaseLook {
  readonly now: number;
  /** When the first of those that are not over ends; null when there is none. */
  readonly nextEnd: number | null;
  /** The migrations whose lease is over, in the order of their ends. */
  readonly over: readonly number[];
}

/** All leases as they are now. */
export function readLeases(tx: Tx): Promise<LeaseLook> {
  return tx.one<LeaseLook>(
    `with moment as materialized (select clock_timestamp() as now)
     select (extract(epoch from now) * 1000)::float8 as now,
       (select (extract(epoch from min(lease_until)) * 1000)::float8 from leases where lease_until >= now) as "nextEnd",
       array(select migration_id from leases where lease_until < now order by lease_until) as over
     from moment`,
  );
}

/** Whether the run's lease is over. If so it is locked until the transaction ends; one that is just renewed is not. */
export async function lockLeaseThatIsOver(tx: Tx, migrationId: number): Promise<boolean> {
  const over = await tx.query(
    `select 1 from leases where migration_id = $1 and lease_until < clock_timestamp() for update skip locked`,
    [migrationId],
  );
  return over.length > 0;
}

/** Whether the run is held under this epoch. */
export async function isHeldUnder(tx: Tx, { migrationId, epoch }: HeldRun): Promise<boolean> {
  const held = await tx.query(`select 1 from leases where migration_id = $1 and epoch = $2`, [
    migrationId,
    epoch,
  ]);
  return held.length > 0;
}
