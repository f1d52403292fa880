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
     set state = case when exists (
         select from unnest($3::text[], $4::text[]) as o(source_id, kind)
         where o.source_id = w.source_id and o.kind in ('created', 'updated'))
       then 'given' else 'refused' end
     where w.migration_id = $1 and w.given_in = $2`,
    [migrationId, batch, ids, kinds],
  );
  await tx.query(
    `with written as (
       select o.source_id, o.kind as before, w.kind as after, w.hubspot_id
       from unnest($3::text[], $4::text[], $5::text[]) as w(source_id, kind, hubspot_id)
       join outcomes o on o.migration_id = $1 and o.source_id = w.source_id and o.batch < $2
       join batches b on b.migration_id = $1 and b.batch = $2 and b.emails_only
       where w.kind in ('created', 'updated') and o.kind in ('unchanged', 'skipped')
     ), restated as (
       update outcomes o set kind = w.after, hubspot_id = w.hubspot_id, reason = null
       from written w where o.migration_id = $1 and o.source_id = w.source_id
     ), linked as (
       insert into links as l (company_id, portal_id, object_type, source_id, hubspot_id)
       select m.company_id, m.hubspot_portal_id, 'contact', w.source_id, w.hubspot_id
       from written w join migrations m on m.id = $1
       where m.hubspot_portal_id is not null and w.before = 'skipped'
       on conflict (company_id, portal_id, object_type, source_id)
         do update set hubspot_id = excluded.hubspot_id, updated_at = now()
         where l.hubspot_id <> excluded.hubspot_id
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
