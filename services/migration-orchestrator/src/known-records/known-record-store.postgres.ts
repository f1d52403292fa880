import { objectTypes, type KnownRecord } from '@ridgeline/contracts';
import type { BatchPlan } from '@ridgeline/contracts/internal';
import type { Tx } from '@ridgeline/postgres';
import { storableText } from '../logs/storable-text.ts';
import { wordsOfRecord, type WordRange } from './record-words.ts';

/** The kinds that users search for; associations are not among them. */
const searchedKinds: ReadonlySet<string> = new Set(Object.values(objectTypes).map(({ name }) => name));

/**
 * Stores the names of a plan's records for the search. A record with an unchanged name is written at most once a day. Rows
 * are written in the order of their ids, so that two runs of a company never deadlock.
 */
export async function noteKnown(
  tx: Tx,
  companyId: string,
  { kind, pass, records }: Pick<BatchPlan, 'kind' | 'pass' | 'records'>,
): Promise<void> {
  if (pass !== 'records' || !searchedKinds.has(kind)) return;
  const known = records
    .map(({ sourceId, name, key = null }) => ({ sourceId, name: storableText(name), key }))
    .sort((a, b) => (a.sourceId < b.sourceId ? -1 : 1));
  const changed = await tx.query<{ source_id: string; name: string | null; key: string | null }>(
    `insert into known_records as k (company_id, kind, source_id, name, key)
     select $1, $2, r.source_id, r.name, r.key
     from unnest($3::text[], $4::text[], $5::text[]) as r(source_id, name, key)
     on conflict (company_id, kind, source_id) do update set name = excluded.name, key = excluded.key, seen_at = now()
       where k.name <> excluded.name or k.key is distinct from excluded.key
         -- A day is as exact as retention is.
         or k.seen_at < now() - interval '1 day'
     returning k.source_id, old.name, old.key`,
    [
      companyId,
      kind,
      known.map(({ sourceId }) => sourceId),
      known.map(({ name }) => name),
      known.map(({ key }) => key),
    ],
  );
  if (changed.length === 0) return;
  const former = new Map(changed.map(({ source_id, name, key }) => [source_id, { name: name ?? '', key }]));
  const words = known.flatMap((record) => {
    const before = former.get(record.sourceId);
    const has = new Set(before ? wordsOfRecord(before) : []);
    const added = before ? wordsOfRecord(record).filter((word) => !has.has(word)) : [];
    return added.map((word) => ({ sourceId: record.sourceId, word }));
  });
  if (words.length === 0) return;
  // Words of a former name are kept, because users search for it too.
  await tx.query(
    `insert into record_words (company_id, word, kind, source_id)
     select $1, w.word, $2, w.source_id from unnest($3::text[], $4::text[]) as w(source_id, word)
     on conflict do nothing`,
    [companyId, kind, words.map(({ sourceId }) => sourceId), words.map(({ word }) => word)],
  );
}

/** How many records that match the first word are examined. */
const maxLookedAt = 5_000;

const knownColumns = `k.kind, k.source_id as "sourceId", k.name, k.key`;

/** At most `limit` records of the company that have a word in each of these ranges. */
export function findByWords(
  tx: Tx,
  companyId: string,
  [first, ...others]: readonly [WordRange, ...WordRange[]],
  limit: number,
): Promise<KnownRecord[]> {
  return tx.query<KnownRecord>(
    `with found as materialized (
       select distinct kind, source_id from (
         select kind, source_id from record_words
         where company_id = $1 and word >= $2 and word < $3
         -- In the order of the index, so that reading it ends with the limit.
         order by word, kind, source_id limit ${String(maxLookedAt)}) w
     )
     select ${knownColumns} from found f
     cross join lateral (
       select * from known_records
       where company_id = $1 and kind = f.kind and source_id = f.source_id offset 0) k
     where not exists (
       select from unnest($4::text[], $5::text[]) as o(low, high)
       where not exists (
         select from record_words x
         where x.company_id = $1 and x.kind = f.kind and x.source_id = f.source_id
           and x.word >= o.low and x.word < o.high))
     limit $6`,
    [
      companyId,
      first.from,
      first.until,
      others.map(({ from }) => from),
      others.map(({ until }) => until),
      limit,
    ],
  );
}

/** The records of the company that have this id in AccuLynx, or in HubSpot. */
export function findById(tx: Tx, companyId: string, id: string): Promise<KnownRecord[]> {
  return tx.query<KnownRecord>(
    `select ${knownColumns} from known_records k
     where company_id = $1 and kind = any ($3::text[]) and source_id = $2
     union
     select ${knownColumns} from links l
     cross join lateral (
       select * from known_records
       where company_id = $1 and kind = l.object_type and source_id = l.source_id offset 0) k
     where l.company_id = $1 and l.hubspot_id = $2`,
    [companyId, id, [...searchedKinds]],
  );
}

/** One record of the company. */
export function findKnown(
  tx: Tx,
  companyId: string,
  { kind, sourceId }: Pick<KnownRecord, 'kind' | 'sourceId'>,
): Promise<KnownRecord | undefined> {
  return tx.maybeOne<KnownRecord>(
    `select ${knownColumns} from known_records k where company_id = $1 and kind = $2 and source_id = $3`,
    [companyId, kind, sourceId],
  );
}

/**
 * Deletes up to `limit` records that no plan has contained for this many days, with users' answers about them; returns how
 * many.
 */
export async function forgetOldKnown(tx: Tx, keepDays: number, limit: number): Promise<number> {
  const { forgotten } = await tx.one<{ forgotten: number }>(
    `with old as (
       delete from known_records where (company_id, kind, source_id) in (
         select company_id, kind, source_id from known_records
         where seen_at < now() - $1 * interval '1 day' order by seen_at limit $2)
       returning company_id, kind, source_id
     ), words as (
       delete from record_words w using old o
       where w.company_id = o.company_id and w.kind = o.kind and w.source_id = o.source_id
     ), answers as (
       delete from duplicate_answers a using old o
       where a.source_id = o.source_id and a.kind = o.kind and a.company_id = o.company_id
     )
     select count(*)::integer as forgotten from old`,
    [keepDays, limit],
  );
  return forgotten;
}
