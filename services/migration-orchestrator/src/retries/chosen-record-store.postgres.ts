import type { ChosenRecord, Corrections } from '@ridgeline/contracts/internal';
import { chosenPageSize } from '@ridgeline/contracts/internal';
import type { Tx } from '@ridgeline/postgres';
import type { FencedMigration } from '../migration-state/lease-row.postgres.ts';

/** The selection of a migration's records for a retry. */
export interface Choice {
  readonly companyId: string;
  /** The migration to retry, and the name of its own kind. */
  readonly origin: { readonly id: number; readonly kind: string };
  readonly outcome: 'failed' | 'skipped';
  readonly reason: string | null;
  /** Only these records; null: all. */
  readonly records: readonly string[] | null;
  /** By source id; these records are chosen regardless of their outcome. */
  readonly corrections: ReadonlyMap<string, Corrections>;
  /** Retries whose records are excluded. */
  readonly except: readonly number[];
}

/** The open retries of a migration, without dry runs. */
export async function openRetriesOf(tx: Tx, originId: number): Promise<number[]> {
  const rows = await tx.query<{ id: number }>(
    `select id from migrations
     where follows = $1 and follows_as = 'retry' and status in ('queued', 'running') and not dry_run`,
    [originId],
  );
  return rows.map(({ id }) => id);
}

/** Stores the records of a retry, selected by their outcomes in the original migration and in its order; returns how many. */
export async function chooseRecords(tx: Tx, retryId: number, choice: Choice): Promise<number> {
  const { companyId, origin, outcome, reason, records, corrections, except } = choice;
  const { chosen } = await tx.one<{ chosen: number }>(
    `with chosen as (
       select o.source_id from outcomes o
       where o.migration_id = $3 and o.kind = $4
         and ((o.outcome = $5 and ($6::text is null or o.reason = $6)
             and ($7::text[] is null or o.source_id = any ($7)))
           or o.source_id = any ($8::text[]))
         and not exists (
           select from chosen_records r where r.migration_id = any ($10::integer[]) and r.source_id = o.source_id)
     ), stored as (
       insert into chosen_records (migration_id, position, company_id, source_id, corrections)
       select $1, row_number() over (order by c.source_id), $2, c.source_id, v.corrections::json
       from chosen c left join unnest($8::text[], $9::text[]) as v(source_id, corrections) using (source_id)
       returning 1
     )
     select count(*)::integer as chosen from stored`,
    [
      retryId,
      companyId,
      origin.id,
      origin.kind,
      outcome,
      reason,
      records,
      [...corrections.keys()],
      [...corrections.values()].map((each) => JSON.stringify(each)),
      except,
    ],
  );
  return chosen;
}

/** The records among these that a retry does not copy. */
export async function notChosen(tx: Tx, retryId: number, sourceIds: readonly string[]): Promise<string[]> {
  const rows = await tx.query<{ source_id: string }>(
    `select w.source_id from unnest($2::text[]) as w(source_id)
     where not exists (select from chosen_records where migration_id = $1 and source_id = w.source_id)`,
    [retryId, sourceIds],
  );
  return rows.map(({ source_id }) => source_id);
}

/** A page of a retry's records, after a position. */
export async function chosenPage(
  tx: Tx,
  { id, follows }: Pick<FencedMigration, 'id' | 'follows'>,
  after: number,
): Promise<{
  readonly records: readonly ChosenRecord[];
  readonly total: number;
  readonly next: number | null;
}> {
  const rows = await tx.query<ChosenRecord>(
    `select r.source_id as "sourceId", r.position, r.corrections,
       (select o.name from outcomes o
        where o.migration_id = $2 and o.source_id = r.source_id
          and o.kind = (select kind from migrations where id = $1)) as name
     from chosen_records r where r.migration_id = $1 and r.position > $3 and r.position <= $4 order by r.position`,
    [id, follows, after, after + chosenPageSize],
  );
  const { total } = await tx.one<{ total: number }>(
    `select coalesce(max(position), 0) as total from chosen_records where migration_id = $1`,
    [id],
  );
  const last = rows.at(-1)?.position ?? total;
  return { records: rows, total, next: last < total ? last : null };
}
