import type { Tx } from '@ridgeline/postgres';

/** The last seconds are kept apart for so long. */
const keptSeconds = 20;

/**
 * Counts own records of a batch in the stretch of the run in which it is counted, one that comes after the run's end in
 * the last one. As a run gets longer its stretches do: then those that are there are put together.
 */
export async function countPace(tx: Tx, migrationId: number, records: number): Promise<void> {
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
