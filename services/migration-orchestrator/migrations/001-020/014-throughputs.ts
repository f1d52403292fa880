import { companyScoped, type MigrationStep } from '@ridgeline/postgres';

/**
 * The length of a run's stretches as they are kept, in ms, for a run of so many ms: it divides every length in which such
 * a run, or a longer one, is shown (`src/throughput/throughput.ts`), and there are 720 of them at most.
 */
const keptStep = `
  create function throughput_step(run_ms bigint) returns integer language sql immutable as $body$
    select case when run_ms <= 300000 then 1000 when run_ms <= 1800000 then 5000 when run_ms <= 9000000 then 30000
      when run_ms <= 216000000 then 300000 else 3600000 end
  $body$`;

/** How fast runs were, counted while they run: what is shown of a run of 20,000 batches is read from one row. */
const table = `
  create table throughputs (
    migration_id integer primary key references migrations (id) on delete cascade,
    company_id text not null,
    step_ms integer not null,
    -- Own records that were counted in each stretch of the run, the first one first.
    records integer[] not null,
    first_at timestamptz not null default now(),
    -- The same of the last seconds: by the second, since 1970.
    recent jsonb not null
  )`;

/** Runs of before, from their batches where these are still there. */
const fill = `
  insert into throughputs (migration_id, company_id, step_ms, records, first_at, recent)
  with ran as (
    select id, company_id, kind, started_at,
      greatest(0, extract(epoch from coalesce(completed_at, now()) - started_at) * 1000)::bigint as ms
    from migrations where started_at is not null
  ), counted as (
    select r.id, r.company_id, throughput_step(r.ms) as step_ms,
      (least(r.ms, greatest(0, extract(epoch from b.done_at - r.started_at) * 1000))::bigint / throughput_step(r.ms))::integer
        as place,
      sum(b.record_count)::integer as records, min(b.done_at) as first_at
    from ran r join batches b on b.migration_id = r.id and b.kind = r.kind
    where b.pass = 'records' and b.done_at is not null
    group by 1, 2, 3, 4
  )
  select id, company_id, step_ms,
    (select array_agg(coalesce(o.records, 0) order by place)
     from generate_series(0, max(c.place)) place
       left join (select * from counted where id = c.id) o using (place)),
    min(first_at), '{}'
  from counted c group by id, company_id, step_ms`;

export const up: MigrationStep = async (sql) => {
  await sql(keptStep);
  await sql(table);
  await sql(companyScoped('throughputs'));
  await sql(fill);
};
