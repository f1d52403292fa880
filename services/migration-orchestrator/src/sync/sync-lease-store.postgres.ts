import type { AnswerOf } from '@ridgeline/contracts';
import type { LeaseState, renewSyncs, WorkerIdentity } from '@ridgeline/contracts/internal';
import { AppError } from '@ridgeline/kit';
import type { Tx } from '@ridgeline/postgres';
import { closeAbandonedClaims } from '../sync-state/claim-store.postgres.ts';
import { isSyncOn } from '../sync-state/resumed-switch.postgres.ts';

/*
 * A sync's lease is a row, as a run's is (leases/lease-store): held as long as the row is there, ended by a release or by the
 * reaper. The epoch of `syncs` grows with each claim and fences out earlier workers.
 *
 *   due, no lease ── offered with a renewal ─> claimed ── renewed ─> held ── released or reaped ─> due or idle
 */

/** A sync as its worker knows it. */
export interface HeldSync {
  readonly syncId: number;
  readonly epoch: number;
}

/** Grants the lease under a new epoch. Throws `migration.not_found`, or `run.not_claimable` when another worker holds it. */
export async function claimSync(
  tx: Tx,
  syncId: number,
  { processId, serverInstanceId, pid }: WorkerIdentity,
  leaseMs: number,
): Promise<{ readonly epoch: number; readonly leaseMs: number }> {
  const sync = await tx.maybeOne(`select from syncs where id = $1::bigint for no key update`, [syncId]);
  if (!sync) throw new AppError('migration.not_found');
  const granted = await tx.maybeOne<{ epoch: number }>(
    `insert into sync_leases (sync_id, epoch, holder, server_instance_id, pid, lease_until)
     select id, epoch + 1, $2, $3, $4, clock_timestamp() + $5 * interval '1 millisecond' from syncs where id = $1
     on conflict (sync_id) do nothing returning epoch`,
    [syncId, processId, serverInstanceId, pid, leaseMs],
  );
  if (!granted) throw new AppError('run.not_claimable');
  await tx.query(`update syncs set epoch = $2 where id = $1`, [syncId, granted.epoch]);
  return { epoch: granted.epoch, leaseMs };
}

/**
 * Lets only the holder continue, until the transaction ends; this also serializes the calls for one sync. Throws
 * `run.lease_lost`.
 */
export async function holdSync(tx: Tx, { syncId, epoch }: HeldSync): Promise<void> {
  await tx.query(`select from syncs where id = $1::bigint for no key update`, [syncId]);
  const lease = await tx.maybeOne(
    `select from sync_leases where sync_id = $1::bigint and epoch = $2 for key share`,
    [syncId, epoch],
  );
  if (!lease) throw new AppError('run.lease_lost');
}

interface RenewedRow {
  readonly syncId: number;
  readonly renewed: boolean;
  readonly held: boolean;
  readonly uncounted: number;
}

/** Renews all leases of a worker in one statement that waits for no lock. */
export async function renewSyncLeases(
  tx: Tx,
  { processId, syncs }: { readonly processId: string; readonly syncs: readonly HeldSync[] },
  leaseMs: number,
): Promise<AnswerOf<typeof renewSyncs>['syncs']> {
  const rows = await tx.query<RenewedRow>(
    `with asked as (
       select * from unnest($1::integer[], $2::integer[]) as a(id, epoch)
     ), free as (
       select l.sync_id from asked a join sync_leases l on l.sync_id = a.id
       where l.epoch = a.epoch and l.holder = $3 for no key update of l skip locked
     ), renewed as (
       update sync_leases l set lease_until = clock_timestamp() + $4 * interval '1 millisecond'
       from free where l.sync_id = free.sync_id returning l.sync_id
     )
     select a.id as "syncId",
       exists (select from renewed r where r.sync_id = a.id) as renewed,
       exists (select from sync_leases l where l.sync_id = a.id and l.epoch = a.epoch and l.holder = $3) as held,
       (select count(*)::integer from sync_rounds r join sync_batches b on b.round = r.round
        where r.sync_id = a.id and r.finished_at is null and b.done_at is null) as uncounted
     from asked a`,
    [syncs.map(({ syncId }) => syncId), syncs.map(({ epoch }) => epoch), processId, leaseMs],
  );
  return rows.map(({ syncId, uncounted, ...row }) => ({ syncId, state: leaseStateOf(row), uncounted }));
}

/** The state of a lease after a renewal that waited for no lock. */
export function leaseStateOf({ renewed, held }: Pick<RenewedRow, 'renewed' | 'held'>): LeaseState {
  if (renewed) return 'held';
  return held ? 'busy' : 'lost';
}

/** How long before its first record is due a sync is offered, so that its worker is ready in time. */
const aheadMs = 1_500;

/**
 * `offers`: syncs that are due and that no worker holds. Companies with the fewest held syncs come first, then the sync that
 * has waited longest since it was due and since its last round, so that long lists have no precedence over short ones. A round
 * that was left is due immediately, through its connection's `next_due_at`.
 *
 * `syncsOn`: whether records can become due at all, because a connection has auto-sync on or is due.
 */
export async function dueSyncs(tx: Tx, limit: number): Promise<Omit<AnswerOf<typeof renewSyncs>, 'syncs'>> {
  const offers = await tx.query<{ syncId: number }>(
    `with due as (
       select c.sync_id, min(c.company_id) as company_id, min(greatest(c.next_due_at, c.not_before, c.last_round_at)) as since
       from sync_connections c
       where c.next_due_at <= clock_timestamp() + ${aheadMs} * interval '1 millisecond'
         and coalesce(c.not_before <= clock_timestamp(), true)
         and not exists (select from sync_leases l where l.sync_id = c.sync_id)
       group by c.sync_id
     ), held as (
       select c.company_id, count(distinct l.sync_id) as syncs
       from sync_leases l join sync_connections c on c.sync_id = l.sync_id group by c.company_id
     )
     select sync_id as "syncId" from due left join held using (company_id)
     order by coalesce(syncs, 0), row_number() over (partition by company_id order by since), since
     limit $1`,
    [limit],
  );
  const { syncsOn } = await tx.one<{ syncsOn: boolean }>(
    `select exists (
       select from sync_connections c where c.next_due_at is not null or ${isSyncOn('c')}
     ) as "syncsOn"`,
  );
  return { offers, syncsOn };
}

/** How long a sync keeps its place, and a due sync waits for one, before the former must make room. */
const turn = `interval '10 seconds'`;

/**
 * Whether a held sync must make room because all places are taken: for each waiting sync, the one held longest must.
 * Otherwise, as many busy syncs as there are places would keep all others out.
 */
export async function makesRoom(tx: Tx, { syncId }: HeldSync): Promise<boolean> {
  const { found } = await tx.one<{ found: boolean }>(
    `with waiting as (
       select count(distinct c.sync_id) as syncs from sync_connections c
       where greatest(c.next_due_at, c.not_before, c.last_round_at) < clock_timestamp() - ${turn}
         and c.next_due_at < clock_timestamp() - ${turn}
         and not exists (select from sync_leases l where l.sync_id = c.sync_id)
     )
     select exists (
       select from sync_leases l, waiting where l.sync_id = $1 and l.taken_at < clock_timestamp() - ${turn}
         and (select count(*) from sync_leases o where o.taken_at < l.taken_at) < waiting.syncs) as found`,
    [syncId],
  );
  return found;
}

/** Ends the lease of a sync that is handed back. */
export async function endSyncLease(tx: Tx, held: HeldSync): Promise<void> {
  await holdSync(tx, held);
  await tx.query(`delete from sync_leases where sync_id = $1`, [held.syncId]);
  await closeAbandonedClaims(tx, held.syncId);
}

/** Ends the leases of workers that fell silent, except those that are just being renewed; returns how many. */
export async function reapSyncLeases(tx: Tx): Promise<number> {
  const over = await tx.query<{ sync_id: number }>(
    `delete from sync_leases where sync_id in (
       select sync_id from sync_leases where lease_until < clock_timestamp() for update skip locked
     ) returning sync_id`,
  );
  for (const { sync_id } of over) await closeAbandonedClaims(tx, sync_id);
  return over.length;
}
