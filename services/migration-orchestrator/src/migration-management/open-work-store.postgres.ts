import type { Tx } from '@ridgeline/postgres';

/** How many migrations that have not ended are in a phase. */
interface PhaseCount {
  readonly phase: 'queued' | 'resuming' | 'moving' | 'waiting' | 'stalled' | 'paused' | 'closing';
  readonly count: number;
}

/** The open migrations of all companies by phase; a phase that none is in is left out. */
export function countByPhase(tx: Tx): Promise<PhaseCount[]> {
  return tx.query<PhaseCount>(
    `select phase, count(*)::integer as count
     from (
       select case
           when m.status not in ('queued', 'running') or m.closing_until is not null then 'closing'
           when l.migration_id is null and m.paused_at is not null then 'paused'
           when l.migration_id is null and m.started_at is null then 'queued'
           when l.migration_id is null then 'resuming'
           when m.waiting_for is not null then 'waiting'
           when m.stalled_at > m.last_activity_at then 'stalled'
           else 'moving'
         end as phase
       from migrations m left join leases l on l.migration_id = m.id
       where m.is_open
     ) open
     group by phase`,
    [],
  );
}

/**
 * The longest time in seconds, since its start command, that a migration whose turn it is has waited for a worker; 0 when
 * none waits. A migration that is paused, or waits for a vendor without a slot, does not wait for a worker.
 */
export async function oldestQueuedSeconds(tx: Tx): Promise<number> {
  const { seconds } = await tx.one<{ seconds: number }>(
    `select coalesce(extract(epoch from clock_timestamp() - min(coalesce(m.commanded_at, m.created_at))), 0)::float8 as seconds
     from migrations m
     where m.is_open and m.closing_until is null and m.paused_at is null and coalesce(m.not_before <= now(), true)
       and not exists (select from leases l where l.portal_queue = m.portal_queue)
       and not exists (
         select from migrations o where o.portal_queue = m.portal_queue and o.is_open
           and (o.status <> 'queued', o.paused_at is null, -o.id) > (m.status <> 'queued', true, -m.id))`,
    [],
  );
  return seconds;
}

/** The leases of one worker process. */
export interface HeldLeases {
  readonly process: string;
  readonly held: number;
  /** Leases that have expired and were not taken back yet. */
  readonly over: number;
  /** The age of the oldest last renewal. */
  readonly ageSeconds: number;
}

/** The leases of all companies by worker process. The last renewal was one lease length before the lease's end. */
export function leasesByProcess(tx: Tx, leaseMs: number): Promise<HeldLeases[]> {
  return tx.query<HeldLeases>(
    `select holder::text as process,
       count(*) filter (where lease_until >= clock_timestamp())::integer as held,
       count(*) filter (where lease_until < clock_timestamp())::integer as over,
       extract(epoch from clock_timestamp() - min(lease_until) + $1 * interval '1 millisecond')::float8 as "ageSeconds"
     from leases group by holder`,
    [leaseMs],
  );
}
