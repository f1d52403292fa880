import type { AnswerOf } from '@ridgeline/contracts';
import type { LeaseState, renewLeases } from '@ridgeline/contracts/internal';
import type { Tx } from '@ridgeline/postgres';
import type { HeldRun } from '../migration-state/lease-row.postgres.ts';
import { turnInQueue } from '../migration-state/portal-queue-store.postgres.ts';
import { runsToYield, type LeaseRules } from './company-share-store.postgres.ts';

/*
 * A lease is one row: which worker process holds a run, under which epoch, until when. It is held as long as its row exists,
 * even when it is late. It ends when the row is deleted, because the run ended, was handed back or was reclaimed. A renewal
 * returns for each run that a worker names:
 *
 *   held       renewed; always for a closing run: its worker knows how it ended, and will finish in a moment
 *   cancelled  renewed, so that the batch in flight can be completed
 *   yield      renewed, but to be handed back: it is paused, or its company has more than its share while others wait
 *   busy       not renewed, because the row is locked and its end is being decided; ask again
 *   lost       not renewed: the row is gone, or belongs to another worker
 */

/** All leases at one moment, by the database's clock, in ms. */
export interface LeaseLook {
  readonly now: number;
  /** When the first lease that has not expired ends; null when there is none. */
  readonly nextEnd: number | null;
  /** The migrations with an expired lease, in the order of their ends. */
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

/**
 * Whether the run's lease has expired. If so, it is locked until the transaction ends; a lease that is just being renewed is
 * skipped.
 */
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

type Renewal = AnswerOf<typeof renewLeases>;

interface RenewedRow {
  readonly migrationId: number;
  readonly uncounted: number;
  readonly renewed: boolean;
  /** Whether the lease exists. */
  readonly held: boolean;
  readonly cancelled: boolean;
  readonly closing: boolean;
  readonly paused: boolean;
}

/**
 * Renews all leases of a worker in one statement that waits for no lock: a lease whose end is being decided is
 * passed over. A late renewal counts as long as the row is there. A
 * cancelled run keeps its lease while the batch in flight is brought to its end.
 */
export async function renewLeasesOf(
  tx: Tx,
  rules: LeaseRules,
  { processId, runs }: { processId: string; runs: readonly HeldRun[] },
): Promise<Renewal['runs']> {
  const rows = await tx.query<RenewedRow>(
    `with asked as (
       select * from unnest($1::integer[], $2::integer[]) as a(id, epoch)
     ), free as (
       select l.migration_id from asked a join leases l on l.migration_id = a.id
       where l.epoch = a.epoch and l.holder = $3
       for no key update of l skip locked
     ), renewed as (
       update leases l set lease_until = clock_timestamp() + $4 * interval '1 millisecond'
       from free where l.migration_id = free.migration_id
       returning l.migration_id
     )
     select a.id as "migrationId",
       exists (select from renewed r where r.migration_id = a.id) as renewed,
       exists (select from leases l where l.migration_id = a.id and l.epoch = a.epoch and l.holder = $3) as held,
       exists (select from migrations m
         where m.id = a.id and m.status = 'cancelled' and m.closing_until is null) as cancelled,
       exists (select from migrations m where m.id = a.id and m.closing_until is not null) as closing,
       exists (select from migrations m where m.id = a.id and m.paused_at is not null) as paused,
       (select count(*)::integer from batches b where b.migration_id = a.id and b.done_at is null) as uncounted
     from asked a`,
    [runs.map((run) => run.migrationId), runs.map((run) => run.epoch), processId, rules.leaseMs],
  );
  const toYield = await runsToYield(tx, rules);
  return rows.map((row) => ({
    migrationId: row.migrationId,
    state: stateOf(row, toYield.has(row.migrationId)),
    uncounted: row.uncounted,
  }));
}

function stateOf({ renewed, held, cancelled, closing, paused }: RenewedRow, mustYield: boolean): LeaseState {
  if (!renewed) return held ? 'busy' : 'lost';
  // Its worker knows how it ended, and will finish in a moment.
  if (closing) return 'held';
  if (cancelled) return 'cancelled';
  return mustYield || paused ? 'yield' : 'held';
}

/**
 * `offers`: runs that should be in progress but that no worker holds: their start command was lost, or unclaimed for a
 * second; or their worker was lost, and the command may wait in that very worker's partition; or their wait is over. At most
 * one per queue. Runs to be closed come first, then companies with the fewest runs in progress, then the oldest.
 * `migrationsOpen`: whether any migration is queued, running or waiting to be closed.
 */
export function openRuns(tx: Tx, limit: number): Promise<Pick<Renewal, 'offers' | 'migrationsOpen'>> {
  return tx.one<Pick<Renewal, 'offers' | 'migrationsOpen'>>(
    `with open as (
       select id, company_id, attempt, commanded_at, not_before, portal_queue, status, closing_until, paused_at
       from migrations where is_open
     ), heads as (
       select distinct on (portal_queue) id, company_id, attempt, commanded_at, not_before, closing_until, paused_at
       from open o
       where not exists (select from leases l where l.portal_queue = o.portal_queue)
       order by portal_queue, ${turnInQueue('o')}
     ), offers as (
       select id as "migrationId", attempt
       from heads
       where (attempt > 1 or commanded_at is null or commanded_at < now() - interval '1 second')
         and (not_before is null or not_before <= now()) and (paused_at is null or closing_until is not null)
       order by closing_until, (select count(*) from leases l where l.company_id = heads.company_id), id
       limit $1
     )
     select (select coalesce(json_agg(offers), '[]') from offers) as offers,
       exists (select from open) as "migrationsOpen"`,
    [limit],
  );
}
