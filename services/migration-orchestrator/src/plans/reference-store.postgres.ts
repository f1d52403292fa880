import { foreseenId, type CountedReference } from '@ridgeline/contracts/internal';
import type { Tx } from '@ridgeline/postgres';
import type { FencedRun } from '../migration-state/lease-row.postgres.ts';
import type { PagedByBatches } from './batch-store.postgres.ts';
import type { StoredRecord } from './plan-revision.ts';

/**
 * The associations that the written records of a kind need, in run order. References come from the plans as stored; those of
 * records that are not in HubSpot are left out. A record that a dry run would create has a foreseen id.
 */
export const referencesOf = (kind: string): PagedByBatches<CountedReference> => ({
  kind,
  countedIn: 'reference_count',
  // A page contains several thousand references; its plans take a few megabytes.
  batchesPerPage: 10,
  async items(tx, run, batches) {
    const planned = await plannedReferences(tx, run, batches);
    const found = await lookUp(tx, run, kind, planned);
    return found.flatMap(({ position, fromId, created, hubspotId, reason }) => {
      const reference = planned[position];
      if (!reference) return [];
      return [{ ...reference, from: { ...reference.from, hubspotId: fromId, created }, hubspotId, reason }];
    });
  },
});

/** The written records of a migration that may refer to others; none if no record of its kind does. */
export async function referringRecords(
  tx: Tx,
  { id, kind }: { readonly id: number; readonly kind: string },
): Promise<string[]> {
  const rows = await tx.query<{ sourceId: string }>(
    `select source_id as "sourceId" from outcomes
     where migration_id = $1 and kind = $2 and outcome in ('created', 'updated', 'unchanged')
       and exists (select from batches where migration_id = $1 and kind = $2 and reference_count > 0)`,
    [id, kind],
  );
  return rows.map(({ sourceId }) => sourceId);
}

interface PlannedReference extends Pick<CountedReference, 'kind' | 'sourceId' | 'isPrimary'> {
  readonly from: Pick<CountedReference['from'], 'sourceId' | 'displayName'>;
}

async function plannedReferences(
  tx: Tx,
  { id, tables }: FencedRun,
  batches: readonly number[],
): Promise<PlannedReference[]> {
  const plans = await tx.query<{ records: StoredRecord[] }>(
    `select records from ${tables.batches} where ${tables.run} = $1 and batch = any ($2::integer[]) order by batch`,
    [id, batches],
  );
  return plans.flatMap(({ records }) =>
    records.flatMap(({ sourceId, name = '', displayName = sourceId, references = [] }) =>
      references.map((reference) => ({
        ...reference,
        from: { sourceId, displayName: name || displayName },
      })),
    ),
  );
}

interface FoundReference extends Pick<CountedReference, 'hubspotId' | 'reason'> {
  /** Its place among those that were looked up. */
  readonly position: number;
  readonly fromId: string;
  readonly created: boolean;
}

/**
 * The outcomes of both sides, each looked up by its full key. What this run knows of the other record takes precedence over
 * earlier runs; if this run did not copy it, another one may have since.
 */
function lookUp(
  tx: Tx,
  run: FencedRun,
  kind: string,
  references: readonly PlannedReference[],
): Promise<FoundReference[]> {
  const { batches, outcomes, run: number } = run.tables;
  return tx.query<FoundReference>(
    `select r.position::integer - 1 as position, coalesce(f.hubspot_id, $8::text || r.from_id) as "fromId", f.outcome = 'created' as created,
       coalesce(t.hubspot_id, case when t.outcome = 'created' then $8::text || r.source_id else (
         select l.hubspot_id from links l
         where l.company_id = $2 and l.portal_id = $3 and l.object_type = r.kind and l.source_id = r.source_id
           and (t.batch is null or l.updated_at > (
             select b.planned_at from ${batches} b where b.${number} = $1 and b.batch = t.batch))
       ) end) as "hubspotId",
       case when t.outcome in ('failed', 'skipped') then t.reason end as reason
     from unnest($5::text[], $6::text[], $7::text[]) with ordinality as r(from_id, kind, source_id, position)
     cross join lateral (
       select outcome, hubspot_id from ${outcomes}
       where ${number} = $1 and source_id = r.from_id and kind = $4 offset 0) f
     left join lateral (
       select batch, outcome, hubspot_id, reason from ${outcomes}
       where ${number} = $1 and source_id = r.source_id and kind = r.kind offset 0) t on true
     where f.outcome in ('created', 'updated', 'unchanged') and (f.hubspot_id is not null or f.outcome = 'created')
     order by r.position`,
    [
      run.id,
      run.company_id,
      run.hubspot_portal_id,
      kind,
      references.map(({ from }) => from.sourceId),
      references.map((reference) => reference.kind),
      references.map(({ sourceId }) => sourceId),
      foreseenId(''),
    ],
  );
}
