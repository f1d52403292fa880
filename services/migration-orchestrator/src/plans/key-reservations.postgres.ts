import type { BatchPlan, PlannedRecord, TakenKey } from '@ridgeline/contracts/internal';
import type { Tx } from '@ridgeline/postgres';
import type { FencedRun } from '../migration-state/lease-row.postgres.ts';
import { comparableKey } from './identity-store.postgres.ts';

interface WantedKey {
  readonly claim: TakenKey['kind'];
  readonly key: string;
  readonly sourceId: string;
}

/** What a planned record claims for itself: its unique value, and the HubSpot record that it goes to. */
function wantedKeys(record: PlannedRecord): WantedKey[] {
  const { sourceId } = record;
  const key = comparableKey(record.key ?? null);
  return [
    ...(key === null ? [] : [{ claim: 'key' as const, key, sourceId }]),
    ...('hubspotId' in record ? [{ claim: 'hubspot_id' as const, key: record.hubspotId, sourceId }] : []),
  ];
}

/**
 * Reserves for the run what a plan's records claim, once for each key of their kind: the first record that asks keeps it.
 * Answers the keys that another record has; when there are any, nothing of the plan may be stored. The caller's plans come
 * one after another.
 */
export async function reserveKeys(
  tx: Tx,
  run: FencedRun,
  { batch, kind, records }: Pick<BatchPlan, 'batch' | 'kind' | 'records'>,
): Promise<TakenKey[]> {
  const wanted = records.flatMap(wantedKeys);
  if (wanted.length === 0) return [];
  const columns = [
    wanted.map(({ claim }) => claim),
    wanted.map(({ key }) => key),
    wanted.map(({ sourceId }) => sourceId),
  ];
  const reserved = await tx.query(
    `insert into key_reservations (migration_id, kind, claim, key, company_id, source_id, batch)
     select $1, $7, w.claim, w.key, $2, w.source_id, $3
     from unnest($4::text[], $5::text[], $6::text[]) with ordinality as w(claim, key, source_id, position)
     order by w.position
     on conflict (migration_id, key, kind, claim) do nothing
     returning 1`,
    [run.id, run.company_id, batch, ...columns, kind],
  );
  if (reserved.length === wanted.length) return [];
  return tx.query<TakenKey>(
    `select w.claim as kind, w.key, w.source_id as "sourceId", k.source_id as "takenBy"
     from unnest($2::text[], $3::text[], $4::text[]) as w(claim, key, source_id)
     cross join lateral (
       select source_id from key_reservations
       where migration_id = $1 and key = w.key and kind = $5 and claim = w.claim offset 0) k
     where k.source_id <> w.source_id`,
    [run.id, ...columns, kind],
  );
}
