import type { RecordFilter, RecordOutcome } from '@ridgeline/contracts';
import type { Tx } from '@ridgeline/postgres';

/** A record's position within its kind, in batch order. */
export interface RecordPlace {
  readonly batch: number;
  readonly sourceId: string;
}

/** A counted record. */
export type RecordRow = RecordOutcome & RecordPlace;

/** A part of the counted records of one kind of a migration. */
export interface RecordPage extends Omit<RecordFilter, 'kind'> {
  readonly migrationId: number;
  readonly kind: string;
  /** The last record of the page before; null for the first page. */
  readonly after: RecordPlace | null;
  readonly limit: number;
}

const columns = `o.batch, o.source_id as "sourceId", $2 as kind, o.outcome, o.hubspot_id as "hubspotId", o.name, o.reason,
  o.message, o.detail, o.field`;

/** Whether a filter applies: then every page reads all records of the migration. */
export const isFiltered = ({ outcome, reason, search = '' }: Omit<RecordFilter, 'kind'>): boolean =>
  outcome !== undefined || reason !== undefined || search !== '';

/** At most `limit` matching records, after `after`. */
export const recordPage = (tx: Tx, page: RecordPage): Promise<RecordRow[]> =>
  isFiltered(page) ? fitting(tx, page) : nextOf(tx, page);

/** The next records, read from as many batches as a page needs, so that a later page costs no more than the first. */
function nextOf(tx: Tx, { migrationId, kind, after, limit }: RecordPage): Promise<RecordRow[]> {
  return tx.query<RecordRow>(
    `with held as materialized (
       select batch from (
         select batch, coalesce(sum(record_count) filter (where batch > $3) over (order by batch), 0)
           - case when batch > $3 then record_count else 0 end as before
         from batches where migration_id = $1 and kind = $2 and pass = 'records' and done_at is not null and batch >= $3) b
       where before < $5
     )
     select ${columns} from held h
     cross join lateral (select records from batches where migration_id = $1 and batch = h.batch offset 0) b
     cross join lateral json_array_elements(b.records) as r(record)
     cross join lateral (
       select * from outcomes where migration_id = $1 and source_id = r.record ->> 'sourceId' and kind = $2 offset 0) o
     where (h.batch, o.source_id) > ($3, $4) order by h.batch, o.source_id limit $5`,
    [migrationId, kind, after?.batch ?? 0, after?.sourceId ?? '', limit],
  );
}

/**
 * The next matching records: scans all records of the migration once, 100,000 in a fraction of a second. A warning about a
 * value that the record was given later no longer counts.
 */
function fitting(
  tx: Tx,
  { migrationId, kind, after, outcome, reason, search = '', limit }: RecordPage,
): Promise<RecordRow[]> {
  // No stored text contains a control character, and Postgres rejects NUL.
  const text = search.replace(/\p{Cc}/gu, '').toLowerCase();
  return tx.query<RecordRow>(
    `select ${columns} from outcomes o
     where o.migration_id = $1 and o.kind = $2 and (o.batch, o.source_id) > ($3, $4)
       and ($5::text is null or o.outcome = $5)
       and ($6::text is null or o.reason = $6 or $6 = any (o.warnings) and not exists (
         select from deferred_values d
         where d.source_id = o.source_id and d.migration_id = $1 and d.kind = $2 and d.state = 'given' and d.warning = $6))
       and ($7::text is null or coalesce(o.search, lower(o.name)) like $8
         or lower(o.source_id) = $7 or lower(o.hubspot_id) = $7)
     order by o.batch, o.source_id limit $9`,
    [
      migrationId,
      kind,
      after?.batch ?? 0,
      after?.sourceId ?? '',
      outcome ?? null,
      reason ?? null,
      text === '' ? null : text,
      text === '' ? null : `%${text.replace(/[\\%_]/g, '\\$&')}%`,
      limit,
    ],
  );
}
