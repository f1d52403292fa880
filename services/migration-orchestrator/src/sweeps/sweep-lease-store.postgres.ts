import type { AnswerOf } from '@ridgeline/contracts';
import type { renewSweeps, SweepOrder, SweepPass, WorkerIdentity } from '@ridgeline/contracts/internal';
import { AppError } from '@ridgeline/kit';
import type { Tx } from '@ridgeline/postgres';
import { leaseStateOf } from '../sync/sync-lease-store.postgres.ts';
import { newSince } from '../sync-state/resumed-switch.postgres.ts';
import { migrationTypeOf } from '../sync-state/synced-kinds.ts';

/*
 * Leases of sweeps, and of checks of migrations, which have their own ways to be claimed and to end (`checks`). A sweep's lease
 * is in its row: held as long as it has a holder, until the sweep ends, is handed back or is reaped. The epoch grows with each
 * claim and fences out earlier workers.
 *
 *   due, no holder ── offered with a renewal ─> claimed ── renewed ─> held ── its end ─────────> due after its interval
 *                                                                        └─ released, reaped ─> due, continues at its cursor
 */

/** A sweep as its worker knows it. */
export interface HeldSweep {
  readonly sweepId: number;
  readonly epoch: number;
}

/** A change may be dated this long before a mark and still be seen after it: clocks differ, and lists show changes late. */
const overlap = `interval '15 minutes'`;

interface ClaimedRow {
  readonly id: number;
  readonly epoch: number;
  readonly claimed_at: Date;
  readonly connection_id: number;
  readonly company_id: string;
  readonly kind: string;
  readonly pass: SweepPass;
  readonly since: Date;
  readonly after: Date;
  readonly cursor: SweepOrder['cursor'];
}

/** Grants the leases of those sweeps that are due and not held, each under a new epoch. Waits for no lock. */
export async function claimSweeps(
  tx: Tx,
  sweepIds: readonly number[],
  { processId }: WorkerIdentity,
  leaseMs: number,
): Promise<AnswerOf<typeof renewSweeps>['grants']> {
  if (sweepIds.length === 0) return [];
  const rows = await tx.query<ClaimedRow>(
    `with free as (
       select id from all_sweeps where id = any ($1::bigint[]) and holder is null and due_at <= clock_timestamp()
       for no key update skip locked
     )
     update all_sweeps w set epoch = w.epoch + 1, holder = $2, started_at = coalesce(w.started_at, clock_timestamp()),
       lease_until = clock_timestamp() + $3 * interval '1 millisecond'
     from free, sync_connections c
     where w.id = free.id and c.connection_id = w.connection_id and c.since ->> w.kind is not null
     returning w.id, w.epoch, clock_timestamp() as claimed_at, w.connection_id, w.company_id, w.kind, w.pass, w.cursor,
       ${newSince('c', 'w.kind')} as since, coalesce(w.mark, ${newSince('c', 'w.kind')}) - ${overlap} as after`,
    [sweepIds, processId, leaseMs],
  );
  return rows.map((row) => ({
    sweepId: row.id,
    epoch: row.epoch,
    leaseMs,
    claimedAt: row.claimed_at.toISOString(),
    sweep: {
      connectionId: row.connection_id,
      companyId: row.company_id,
      migrationType: migrationTypeOf(row.kind),
      pass: row.pass,
      since: row.since.toISOString(),
      after: row.after.toISOString(),
      cursor: row.cursor,
    },
  }));
}

/** Grants the lease on one sweep. Throws `migration.not_found`, or `run.not_claimable` when it is held or not due. */
export async function claimSweep(tx: Tx, sweepId: number, worker: WorkerIdentity, leaseMs: number) {
  const [grant] = await claimSweeps(tx, [sweepId], worker, leaseMs);
  if (grant) return grant;
  const known = await tx.maybeOne(`select from leased_sweeps where id = $1::bigint`, [sweepId]);
  throw new AppError(known ? 'run.not_claimable' : 'migration.not_found');
}

interface RenewedRow {
  readonly sweepId: number;
  readonly renewed: boolean;
  readonly held: boolean;
}

/** Renews all leases of a worker in one statement that waits for no lock. */
export async function renewSweepLeases(
  tx: Tx,
  { processId, sweeps }: { readonly processId: string; readonly sweeps: readonly HeldSweep[] },
  leaseMs: number,
): Promise<AnswerOf<typeof renewSweeps>['sweeps']> {
  if (sweeps.length === 0) return [];
  const rows = await tx.query<RenewedRow>(
    `with asked as (
       select * from unnest($1::integer[], $2::integer[]) as a(id, epoch)
     ), free as (
       select w.id from asked a join leased_sweeps w on w.id = a.id
       where w.epoch = a.epoch and w.holder = $3 for no key update of w skip locked
     ), renewed as (
       update leased_sweeps w set lease_until = clock_timestamp() + $4 * interval '1 millisecond'
       from free where w.id = free.id returning w.id
     )
     select a.id as "sweepId",
       exists (select from renewed r where r.id = a.id) as renewed,
       exists (select from leased_sweeps w where w.id = a.id and w.epoch = a.epoch and w.holder = $3) as held
     from asked a`,
    [sweeps.map(({ sweepId }) => sweepId), sweeps.map(({ epoch }) => epoch), processId, leaseMs],
  );
  return rows.map(({ sweepId, ...row }) => ({ sweepId, state: leaseStateOf(row) }));
}

const released = `holder = null, lease_until = null`;

/**
 * Where the next `recent` sweep begins reading: at the last change that this one saw, by the source's clock; or at this
 * sweep's start, if the source's clock is ahead or its changes have no dates. Without any record the mark stays.
 */
const nextMark = `case when pass = 'all' then started_at when newest_at is not null then least(newest_at, started_at)
  when records > 0 then started_at else mark end`;

/** The end of a sweep. */
export interface SweepEnd extends HeldSweep {
  /** Calls since the last reported page. */
  readonly calls: number;
  readonly everyMs: number;
}

/**
 * Ends sweeps; each is due again `everyMs` after its start, minus some jitter. Returns those that were still held under these
 * leases.
 */
export async function endSweeps(tx: Tx, ends: readonly SweepEnd[]): Promise<readonly number[]> {
  if (ends.length === 0) return [];
  const ended = await tx.query<{ id: number }>(
    `update all_sweeps w set ${released}, mark = ${nextMark}, ended_at = clock_timestamp(),
       took_ms = least(2147483647, extract(epoch from clock_timestamp() - started_at) * 1000)::integer,
       last_records = records, last_calls = calls + e.more_calls,
       due_at = case when asked_at > started_at then clock_timestamp()
         else greatest(clock_timestamp(), started_at + e.every_ms * (0.95 + 0.05 * random()) * interval '1 millisecond') end,
       started_at = null, cursor = null, records = 0, calls = 0, newest_at = null, asked_at = null
     from unnest($1::bigint[], $2::integer[], $3::integer[], $4::float8[]) as e(id, epoch, more_calls, every_ms)
     where w.id = e.id and w.epoch = e.epoch and w.holder is not null returning w.id`,
    [
      ends.map(({ sweepId }) => sweepId),
      ends.map(({ epoch }) => epoch),
      ends.map(({ calls }) => calls),
      ends.map(({ everyMs }) => everyMs),
    ],
  );
  return ended.map(({ id }) => id);
}

/** Hands a sweep back at its position, claimable after a wait. Throws `run.lease_lost`. */
export async function releaseSweep(tx: Tx, { sweepId, epoch }: HeldSweep, waitMs: number): Promise<void> {
  const given = await tx.query(
    `update leased_sweeps set ${released},
       due_at = case when $3 > 0 then greatest(due_at, clock_timestamp() + $3 * interval '1 millisecond') else due_at end
     where id = $1::bigint and epoch = $2 and holder is not null returning 1`,
    [sweepId, epoch, waitMs],
  );
  if (given.length === 0) throw new AppError('run.lease_lost');
}

/** Ends the leases of workers that fell silent, except those that are just being renewed. */
export async function reapSweepLeases(tx: Tx): Promise<void> {
  await tx.query(
    `update leased_sweeps set ${released} where id in (
       select id from leased_sweeps where holder is not null and lease_until < clock_timestamp() for no key update skip locked)`,
  );
}
