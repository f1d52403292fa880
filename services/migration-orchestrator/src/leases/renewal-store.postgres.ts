import type { renewLeases } from '@ridgeline/contracts/internal';
import type { AnswerOf } from '@ridgeline/contracts';
import type { Tx } from '@ridgeline/postgres';

type Renewal = AnswerOf<typeof renewLeases>;

/** A lease as its worker knows it. */
export interface HeldRun {
  readonly migrationId: number;
  readonly epoch: number;
}

/**
 * Renews all leases of a worker in one statement. A lease that is over is not renewed, even when nobody took the run
 * yet. A cancelled run keeps its lease while the batch in flight is brought to its end.
 */
export function renewLeasesOf(
  tx: Tx,
  { processId, leaseMs, runs }: { processId: string; leaseMs: number; runs: readonly HeldRun[] },
): Promise<Renewal['runs']> {
  return tx.query<Renewal['runs'][number]>(
    `with asked as (
       select * from unnest($1::integer[], $2::integer[]) as a(id, epoch)
     ), renewed as (
       update migrations m set lease_until = clock_timestamp() + $4 * interval '1 millisecond'
       from asked a
       where m.id = a.id and m.epoch = a.epoch and m.holder = $3 and m.lease_until > clock_timestamp()
       returning m.id, m.status
     )
     select a.id as "migrationId",
       case r.status when 'running' then 'held' when 'cancelled' then 'cancelled' else 'lost' end as state
     from asked a left join renewed r on r.id = a.id`,
    [runs.map((run) => run.migrationId), runs.map((run) => run.epoch), processId, leaseMs],
  );
}

/**
 * `offers`: runs that should be under way though nobody holds them: their start command was lost, nobody took it for a
 * second, or their worker was lost and its command may wait in a partition of that very worker. Oldest first, never more
 * than one of a line. `migrationsOpen`: whether any migration is queued or running.
 */
export function openRuns(tx: Tx, limit: number): Promise<Pick<Renewal, 'offers' | 'migrationsOpen'>> {
  return tx.one<Pick<Renewal, 'offers' | 'migrationsOpen'>>(
    `with open as (
       select id, attempt, commanded_at, target_line, status from migrations where status in ('queued', 'running')
     ), heads as (
       select distinct on (target_line) id, attempt, commanded_at
       from open o
       where not exists (
         select from migrations h where h.target_line = o.target_line and h.holder is not null)
       order by target_line, status = 'running' desc, id
     ), offers as (
       select id as "migrationId", attempt
       from heads
       where attempt > 1 or commanded_at is null or commanded_at < now() - interval '1 second'
       order by id
       limit $1
     )
     select (select coalesce(json_agg(offers), '[]') from offers) as offers,
       exists (select from open) as "migrationsOpen"`,
    [limit],
  );
}
