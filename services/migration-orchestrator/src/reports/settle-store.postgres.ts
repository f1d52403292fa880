import type { ReportedOutcome } from '@ridgeline/contracts/internal';
import type { Tx } from '@ridgeline/postgres';
import type { BatchOfKind, CountedAs } from './report-store.postgres.ts';

/**
 * Applies the outcomes of a settle batch, in the caller's transaction that marked it done. Each record stays counted once: an
 * unchanged record is now updated, a skipped one created or updated, and a rejection of the value does not change the
 * record's outcome. The warning that a record lacks the value is removed once it has it.
 */
export async function takeSettled(
  tx: Tx,
  { migrationId, batch, kind }: BatchOfKind,
  { own, linked }: CountedAs,
  outcomes: readonly ReportedOutcome[],
): Promise<void> {
  const ids = outcomes.map(({ sourceId }) => sourceId);
  const ends = outcomes.map(({ outcome }) => outcome);
  await tx.query(
    `with settled as (
       update deferred_values d
       set state = case when o.outcome in ('created', 'updated') then 'given' else 'refused' end
       from unnest($4::text[], $5::text[]) as o(source_id, outcome)
       where d.source_id = o.source_id and d.migration_id = $1 and d.kind = $3 and d.given_in = $2
       returning d.source_id, d.state, d.warning
     ), given as (
       -- The warnings of a record that was left out until now were not counted.
       select s.warning as code, count(*)::integer as count
       from settled s cross join lateral (
         select outcome from outcomes
         where migration_id = $1 and source_id = s.source_id and kind = $3 offset 0) o
       where s.state = 'given' and s.warning is not null and o.outcome in ('created', 'updated', 'unchanged')
       group by s.warning
     )
     update warning_counts c set count = c.count - g.count from given g
     where c.migration_id = $1 and c.kind = $3 and c.code = g.code`,
    [migrationId, batch, kind, ids, ends],
  );
  await tx.query(
    `with written as (
       select w.source_id, o.outcome as before, w.outcome as after, w.hubspot_id, w.name, o.company_id, o.reason
       from unnest($6::text[], $7::text[], $8::text[], $9::text[]) as w(source_id, outcome, hubspot_id, name)
       cross join lateral (
         select outcome, company_id, reason from outcomes
         where migration_id = $1 and source_id = w.source_id and kind = $3 and batch < $2 offset 0) o
       where w.outcome in ('created', 'updated') and o.outcome in ('unchanged', 'skipped')
     ), restated as (
       -- The row is there: naming its key finds it without a join that could be planned wrongly.
       -- It keeps the name that it was counted under, and there is nothing left to explain.
       insert into outcomes as o (migration_id, source_id, kind, company_id, batch, outcome, hubspot_id, name)
       select $1, source_id, $3, company_id, $2, after, hubspot_id, name from written
       on conflict (migration_id, source_id, kind)
         do update set outcome = excluded.outcome, hubspot_id = excluded.hubspot_id,
           name = coalesce(o.name, excluded.name), reason = null, message = null, detail = null, field = null
     ), linked as (
       insert into links as l (company_id, portal_id, object_type, source_id, hubspot_id)
       select m.company_id, m.hubspot_portal_id, $3, w.source_id, w.hubspot_id
       from written w join migrations m on m.id = $1
       where $5 and m.hubspot_portal_id is not null and w.before = 'skipped'
       on conflict (company_id, portal_id, object_type, source_id)
         do update set hubspot_id = excluded.hubspot_id, updated_at = now()
         where l.hubspot_id <> excluded.hubspot_id
     ), recounted as (
       insert into outcome_counts as c (migration_id, company_id, kind, outcome, reason, count)
       select $1, company_id, $3, outcome, reason, sum(change)::integer from (
         select company_id, before as outcome, coalesce(reason, '') as reason, -1 as change from written
         union all
         select company_id, after, '', 1 from written
       ) changes group by company_id, outcome, reason
       on conflict (migration_id, kind, outcome, reason) do update set count = c.count + excluded.count
     )
     update migrations m set
       created_count = m.created_count + t.created,
       updated_count = m.updated_count + t.updated,
       unchanged_count = m.unchanged_count - t.unchanged,
       skip_count = m.skip_count - t.skipped
     from (
       select count(*) filter (where after = 'created')::integer as created,
         count(*) filter (where after = 'updated')::integer as updated,
         count(*) filter (where before = 'unchanged')::integer as unchanged,
         count(*) filter (where before = 'skipped')::integer as skipped
       from written
     ) t
     where m.id = $1 and $4`,
    [
      migrationId,
      batch,
      kind,
      own,
      linked,
      ids,
      ends,
      outcomes.map(({ hubspotId }) => hubspotId),
      outcomes.map(({ name }) => name),
    ],
  );
}
