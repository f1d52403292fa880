import type { Tx } from '@ridgeline/postgres';

/** The lists of all connections that are being worked on, or wait for a vendor. */
export interface ListCount {
  readonly state: 'working' | 'waiting';
  readonly waiting: number;
  readonly oldestSeconds: number;
  readonly dead: number;
}

/** How long the lists are, from what is counted with each round; the oldest record of each is looked up by its index. */
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

/** Deletes what rounds left that ended so many days ago, of so many rounds at most; answers how many there were. */
export async function forgetOldRounds(tx: Tx, keepDays: number, limit: number): Promise<number> {
  const rows = await tx.query<{ round: number }>(
    `select round from sync_rounds where finished_at < now() - $1 * interval '1 day'
     order by finished_at limit $2`,
    [keepDays, limit],
  );
  const rounds = rows.map(({ round }) => round);
  if (rounds.length === 0) return 0;
  for (const table of roundTables)
    await tx.query(`delete from ${table} where round = any ($1::integer[])`, [rounds]);
  await tx.query(`delete from sync_claims where round = any ($1::integer[]) and not open`, [rounds]);
  await tx.query(`delete from sync_rounds where round = any ($1::integer[])`, [rounds]);
  return rounds.length;
}

const roundTables = [
  'sync_batches',
  'sync_planned_records',
  'sync_key_reservations',
  'sync_deferred_values',
  'sync_outcomes',
] as const;

/** Deletes lines of the feed of connections that were deleted, and a connection without any left; answers how much was there. */
export async function forgetDeletedConnections(tx: Tx, limit: number): Promise<number> {
  const lines = await tx.query(
    `delete from sync_outcomes where id in (
       select o.id from sync_connections c cross join lateral (
         select id from sync_outcomes where connection_id = c.connection_id order by id limit $1) o
       where c.deleted_at is not null limit $1)
     returning 1`,
    [limit],
  );
  if (lines.length > 0) return lines.length;
  const gone = await tx.query(
    `delete from sync_connections c where deleted_at < now() - interval '1 day' returning 1`,
  );
  return gone.length;
}
