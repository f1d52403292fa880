import type { Tx } from '@ridgeline/postgres';
import type { ReportedOutcome } from './batch-store.postgres.ts';

/**
 * Takes the outcomes of a batch that only moved e-mail addresses, in the caller's transaction that marked it done. Each
 * record stays counted once: what was unchanged before is now updated, what was left out is now created or updated, and
 * a refusal of the address changes nothing of what came of the record. Nothing happens for a batch of another kind.
 */
export async function takeMovedEmails(
  tx: Tx,
  migrationId: number,
  batch: number,
  outcomes: readonly ReportedOutcome[],
): Promise<void> {
  const ids = outcomes.map(({ sourceId }) => sourceId);
  const kinds = outcomes.map(({ kind }) => kind);
  await tx.query(
    `update withheld_emails w
     set state = case when o.kind in ('created', 'updated') then 'given' else 'refused' end
     from unnest($3::text[], $4::text[]) as o(source_id, kind)
     where w.source_id = o.source_id and w.migration_id = $1 and w.given_in = $2`,
    [migrationId, batch, ids, kinds],
  );
  await tx.query(
    `with written as (
       select w.source_id, o.kind as before, w.kind as after, w.hubspot_id, o.company_id, o.reason
       from unnest($3::text[], $4::text[], $5::text[]) as w(source_id, kind, hubspot_id)
       cross join lateral (
         select kind, company_id, reason from outcomes
         where migration_id = $1 and source_id = w.source_id and batch < $2 offset 0) o
       where w.kind in ('created', 'updated') and o.kind in ('unchanged', 'skipped')
         and (select emails_only from batches where migration_id = $1 and batch = $2)
     ), restated as (
       -- The row is there: naming its key finds it without a join that could be planned wrongly.
       insert into outcomes (migration_id, source_id, company_id, batch, kind, hubspot_id)
       select $1, source_id, company_id, $2, after, hubspot_id from written
       on conflict (migration_id, source_id)
         do update set kind = excluded.kind, hubspot_id = excluded.hubspot_id, reason = null
     ), linked as (
       insert into links as l (company_id, portal_id, object_type, source_id, hubspot_id)
       select m.company_id, m.hubspot_portal_id, 'contact', w.source_id, w.hubspot_id
       from written w join migrations m on m.id = $1
       where m.hubspot_portal_id is not null and w.before = 'skipped'
       on conflict (company_id, portal_id, object_type, source_id)
         do update set hubspot_id = excluded.hubspot_id, updated_at = now()
         where l.hubspot_id <> excluded.hubspot_id
     ), recounted as (
       insert into outcome_counts as c (migration_id, company_id, kind, reason, count)
       select $1, company_id, kind, reason, sum(change)::integer from (
         select company_id, before as kind, coalesce(reason, '') as reason, -1 as change from written
         union all
         select company_id, after, '', 1 from written
       ) changes group by company_id, kind, reason
       on conflict (migration_id, kind, reason) do update set count = c.count + excluded.count
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
     where m.id = $1`,
    [migrationId, batch, ids, kinds, outcomes.map(({ hubspotId }) => hubspotId)],
  );
}
