import type { RecordIdentity } from '@ridgeline/contracts/internal';
import type { Tx } from '@ridgeline/postgres';
import { storableText } from '../logs/storable-text.ts';
import type { FencedRun } from '../migration-state/lease-row.postgres.ts';

/** A source record that is about to be planned. */
export interface IdentityQuestion {
  readonly sourceId: string;
  readonly key: string | null;
}

/** A unique value as it is compared: `key` of a planned record in the contract says how. */
export function comparableKey(key: string | null): string | null {
  return key === null ? null : storableText(key).trim().toLowerCase() || null;
}

/**
 * What is known of each record of a kind, in the order of the question. Each is looked up by whole keys, one by one: such
 * look-ups cannot be planned wrongly, whatever the statistics say of a migration that they do not know yet.
 */
export function resolveIdentities(
  tx: Tx,
  run: FencedRun,
  kind: string,
  records: readonly IdentityQuestion[],
): Promise<RecordIdentity[]> {
  return tx.query<RecordIdentity>(
    `select r.source_id as "sourceId",
       (select l.hubspot_id from links l
        where l.company_id = $2 and l.portal_id = $5 and l.object_type = $6 and l.source_id = r.source_id
       ) as "hubspotId",
       (select nullif(k.source_id, r.source_id) from key_reservations k
        where k.migration_id = $1 and k.key = r.key and k.kind = $6 and k.claim = 'key') as "keyTakenBy",
       (select p.batch from planned_records p
        where p.migration_id = $1 and p.source_id = r.source_id and p.kind = $6) as "seenInBatch"
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
