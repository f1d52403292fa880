import type { Tx } from '@ridgeline/postgres';

/** How long single seconds are kept. */
const keptSeconds = 20;

/**
 * Adds a batch's own records to the stretch of the run in which they are counted, or to the last one if the run has ended. As
 * a run grows longer, its stretches do too; existing ones are then merged.
 */
export async function countThroughput(tx: Tx, migrationId: number, records: number): Promise<void> {
  await tx.query(
    `with run as (
       select id, company_id, extract(epoch from now())::bigint as second,
         greatest(0, extract(epoch from coalesce(completed_at, now()) - started_at) * 1000)::bigint as ms
       from migrations where id = $1 and started_at is not null
     )
     insert into throughputs as t (migration_id, company_id, step_ms, records, recent)
     select id, company_id, throughput_step(ms),
       array_fill(0, array[(ms / throughput_step(ms))::integer]) || $2::integer, jsonb_build_object(second, $2::integer)
     from run
     on conflict (migration_id) do update set
       step_ms = excluded.step_ms,
       records = (
         select array_agg(sum order by place) from (
           select place, sum(n)::integer from (
             select (position - 1) * t.step_ms / excluded.step_ms as place, n
             from unnest(t.records) with ordinality as kept(n, position)
             union all
             select position - 1, n from unnest(excluded.records) with ordinality as added(n, position)
           ) both_counted group by place
         ) sums),
       recent = (
         select jsonb_object_agg(second, sum) from (
           select second, sum(n::integer) from (
             select * from jsonb_each_text(t.recent) union all select * from jsonb_each_text(excluded.recent)
           ) as both_counted(second, n)
           where second::bigint > extract(epoch from now()) - ${keptSeconds} group by second
         ) sums)`,
    [migrationId, records],
  );
}

/** When a run began, its current or final time, and its counts; null before its first batch. */
export interface CountedRun {
  readonly started_at: Date | null;
  readonly until: Date;
  readonly at: Date;
  readonly step_ms: number | null;
  readonly records: readonly number[] | null;
  readonly first_at: Date | null;
  /** Records per second, by seconds since 1970. */
  readonly recent: Readonly<Record<string, number>> | null;
}

/** A migration's counts while it ran (`countThroughput`), from one row. */
export function readThroughput(tx: Tx, migrationId: number): Promise<CountedRun> {
  return tx.one<CountedRun>(
    `select m.started_at, coalesce(m.completed_at, now()) as until, now() as at, t.step_ms, t.records, t.first_at, t.recent
     from migrations m left join throughputs t on t.migration_id = m.id where m.id = $1`,
    [migrationId],
  );
}
