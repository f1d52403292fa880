import type { BatchPlan, RecordIdentity, TakenKey } from '@ridgeline/contracts/internal';
import type { Tx } from '@ridgeline/postgres';
import type { FencedRun } from '../migration-state/lease-row.postgres.ts';
import { comparableKey, wantedKeys } from '../sync-state/plan-claims.ts';

/** A source record that is about to be planned. */
export interface IdentityQuestion {
  readonly sourceId: string;
  readonly key: string | null;
}

/**
 * What is known of each record of a kind, in the order of the request. Each is looked up individually by its full key: such
 * look-ups get a good query plan even if the statistics do not know the migration yet.
 */
export function resolveIdentities(
  tx: Tx,
  run: FencedRun,
  kind: string,
  records: readonly IdentityQuestion[],
): Promise<RecordIdentity[]> {
  const { keyReservations, plannedRecords, run: number } = run.tables;
  return tx.query<RecordIdentity>(
    `select r.source_id as "sourceId",
       (select l.hubspot_id from links l
        where l.company_id = $2 and l.portal_id = $5 and l.object_type = $6 and l.source_id = r.source_id
       ) as "hubspotId",
       (select nullif(k.source_id, r.source_id) from ${keyReservations} k
        where k.${number} = $1 and k.key = r.key and k.kind = $6 and k.claim = 'key') as "keyTakenBy",
       (select p.batch from ${plannedRecords} p
        where p.${number} = $1 and p.source_id = r.source_id and p.kind = $6) as "seenInBatch"
     from unnest($3::text[], $4::text[]) with ordinality as r(source_id, key, position)
     order by r.position`,
    [
      run.id,
      run.company_id,
      records.map((record) => record.sourceId),
      records.map((record) => comparableKey(record.key)),
      run.hubspot_portal_id,
      kind,
    ],
  );
}

/**
 * Reserves the keys that a plan's records claim in the run, each once within its kind: the first record that claims a key
 * keeps it.
 * Returns the keys that other records hold; if there are any, the plan must not be stored. The caller serializes its plans.
 */
export async function reserveKeys(
  tx: Tx,
  run: FencedRun,
  { batch, kind, records }: Pick<BatchPlan, 'batch' | 'kind' | 'records'>,
): Promise<TakenKey[]> {
  const { keyReservations, run: number } = run.tables;
  const wanted = records.flatMap(wantedKeys);
  if (wanted.length === 0) return [];
  const columns = [
    wanted.map(({ claim }) => claim),
    wanted.map(({ key }) => key),
    wanted.map(({ sourceId }) => sourceId),
  ];
  const reserved = await tx.query(
    `insert into ${keyReservations} (${number}, kind, claim, key, company_id, source_id, batch)
     select $1, $7, w.claim, w.key, $2, w.source_id, $3
     from unnest($4::text[], $5::text[], $6::text[]) with ordinality as w(claim, key, source_id, position)
     order by w.position
     on conflict (${number}, key, kind, claim) do nothing
     returning 1`,
    [run.id, run.company_id, batch, ...columns, kind],
  );
  if (reserved.length === wanted.length) return [];
  return tx.query<TakenKey>(
    `select w.claim as kind, w.key, w.source_id as "sourceId", k.source_id as "takenBy"
     from unnest($2::text[], $3::text[], $4::text[]) as w(claim, key, source_id)
     cross join lateral (
       select source_id from ${keyReservations}
       where ${number} = $1 and key = w.key and kind = $5 and claim = w.claim offset 0) k
     where k.source_id <> w.source_id`,
    [run.id, ...columns, kind],
  );
}
