import type { Tx } from '@ridgeline/postgres';

/** The combined lists of all connections that are working, or of those that wait for a vendor. */
export interface ListCount {
  readonly state: 'working' | 'waiting';
  readonly waiting: number;
  readonly oldestSeconds: number;
  readonly dead: number;
}

/** The lengths of the lists, from the counts stored with each round; the oldest record of each list is looked up by index. */
export function readLists(tx: Tx): Promise<ListCount[]> {
  return tx.query<ListCount>(
    `select s.state, coalesce(sum(c.waiting_count), 0)::integer as waiting, coalesce(sum(c.dead_count), 0)::integer as dead,
       coalesce(max(extract(epoch from clock_timestamp() - oldest.at)), 0)::float8 as "oldestSeconds"
     from (values ('working'), ('waiting')) as s(state)
     left join sync_connections c
       on (c.waiting_for is not null) = (s.state = 'waiting') and c.deleted_at is null and c.waiting_count + c.dead_count > 0
     left join lateral (
       select waits_since as at from sync_records r
       where r.connection_id = c.connection_id and r.waits_since is not null order by r.waits_since limit 1) oldest on true
     group by s.state`,
  );
}

/** Connections that wait for a round to start or end, without those that wait for a vendor. */
export interface Overdue {
  /** How many have waited longer than a round takes. */
  readonly connections: number;
  readonly longestSeconds: number;
}

/** Longer than a round waits for a vendor before it is put back. */
const overdueSeconds = 30;

/**
 * How long connections have waited for their turn: since their first record became due, or their last or current round was
 * taken. A long list therefore does not count as late while its rounds follow one another, and it does not hide a list that
 * stalls.
 */
export function readOverdue(tx: Tx): Promise<Overdue> {
  return tx.one<Overdue>(
    `select count(*) filter (where waited > ${overdueSeconds})::integer as connections,
       coalesce(max(waited), 0)::float8 as "longestSeconds"
     from (
       select extract(epoch from clock_timestamp() - case
         when exists (select from sync_rounds r where r.sync_id = c.sync_id and r.finished_at is null
           and r.connection_id = c.connection_id) then c.last_round_at
         else greatest(c.next_due_at, c.last_round_at) end) as waited
       from sync_connections c
       where c.next_due_at <= clock_timestamp() and c.waiting_for is null and c.deleted_at is null) w`,
  );
}
