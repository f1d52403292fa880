import type { Tx } from '@ridgeline/postgres';

/** A counted batch of a round whose states are not stored yet. */
interface CheckedBatch {
  readonly round: number;
  readonly batch: number;
  readonly kind: string;
}

/** One record, looked up by its full key. */
const keyed = `connection_id = $4 and kind = $3 and source_id =`;

/**
 * Stores, for the last comparison of their kind, the outcomes of a batch's records that were due because of a comparison with
 * HubSpot (ADR 78). Updated records count as repaired, unless their source has changed since then. Unchanged records were
 * already equal, unless users changed them; changes by users were left alone, and stay listed. Returns how many were
 * repaired.
 */
export async function noteChecked(
  tx: Tx,
  { connection_id, company_id }: { readonly connection_id: number; readonly company_id: string },
  { round, batch, kind }: CheckedBatch,
): Promise<number> {
  const row = await tx.maybeOne<{ repaired: number }>(
    `with checked as materialized (
       select o.source_id, o.outcome, o.hubspot_id, o.name, o.changes,
         (select digest from source_states where ${keyed} o.source_id) = (
           select digest from sync_planned_records
           where round = $1 and source_id = o.source_id and kind = $3) as same_state,
         (select true from accuracy_findings
          where ${keyed} o.source_id and verdict = 'changed_by_people') is true as changed_by_people
       from sync_outcomes o
       where o.round = $1 and o.batch = $2 and o.kind = $3 and o.origin = 'check' and o.outcome in ('updated', 'unchanged')
     ), repaired as (
       insert into accuracy_findings (connection_id, company_id, kind, source_id, hubspot_id, name, verdict, properties)
       select $4, $5, $3, source_id, hubspot_id, name, 'repaired', (
         select coalesce(json_agg(json_build_object('property', c ->> 'property', 'by', null)), '[]')
         from json_array_elements(changes) c)
       from checked where outcome = 'updated' and same_state
       returning 1
     ), still as (
       update accuracy_findings set seen_at = clock_timestamp()
       where ${keyed} any (array(select source_id from checked where changed_by_people)) and verdict = 'changed_by_people'
     )
     update accuracy_checks set repaired = repaired + (select count(*) from repaired),
       equal = equal + (select count(*) from checked where outcome = 'unchanged' and not changed_by_people)
     where id = (select id from accuracy_checks where connection_id = $4 and kind = $3 order by id desc limit 1)
     returning (select count(*) from repaired)::integer as repaired`,
    [round, batch, kind, connection_id, company_id],
  );
  return row?.repaired ?? 0;
}
