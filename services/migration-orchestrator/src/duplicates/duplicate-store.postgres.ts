import type { AnswerOf, Candidate, Duplicate, listDuplicates, StoredAnswer } from '@ridgeline/contracts';
import type { LookAlikes } from '@ridgeline/contracts/internal';
import type { Tx } from '@ridgeline/postgres';
import { storableText } from '../logs/storable-text.ts';
import type { FencedMigration } from '../migration-state/lease-row.postgres.ts';

/** The possible duplicates of a dry run, and whose answers count. */
export interface DuplicatesOf {
  readonly migrationId: number;
  readonly companyId: string;
  readonly portalId: string;
}

/** A record by its id in AccuLynx. */
export type RecordKey = Pick<Duplicate, 'kind' | 'sourceId'>;

/**
 * Stores the records of a dry run that look like records of HubSpot, each once. Leaves out candidates that were declined
 * before, are linked to another record, or are assigned to another record by the run itself.
 */
export async function storeLookAlikes(
  tx: Tx,
  { id, company_id, hubspot_portal_id }: FencedMigration,
  kind: string,
  records: readonly LookAlikes[],
): Promise<void> {
  const pairs = records.flatMap(({ sourceId, candidates }) =>
    candidates.map(({ hubspotId }) => ({ sourceId, hubspotId })),
  );
  const open = await tx.query<{ sourceId: string; hubspotId: string }>(
    `select w.source_id as "sourceId", w.hubspot_id as "hubspotId"
     from unnest($5::text[], $6::text[]) as w(source_id, hubspot_id)
     -- Each is looked up by whole keys: as joins they would be planned by what the statistics say of all companies.
     where (select true from duplicate_answers a
         where a.source_id = w.source_id and a.kind = $4 and a.portal_id = $3 and a.company_id = $2
           and w.hubspot_id = any (a.declined)) is null
       and (select true from (
           select * from links where hubspot_id = w.hubspot_id and company_id = $2 offset 0) l
         where l.portal_id = $3 and l.object_type = $4 and l.source_id <> w.source_id limit 1) is null
       and (select true from key_reservations k
         where k.migration_id = $1 and k.key = w.hubspot_id and k.kind = $4 and k.claim = 'hubspot_id') is null`,
    [
      id,
      company_id,
      hubspot_portal_id,
      kind,
      pairs.map(({ sourceId }) => sourceId),
      pairs.map(({ hubspotId }) => hubspotId),
    ],
  );
  const openOf = Map.groupBy(open, ({ sourceId }) => sourceId);
  const stored = records.flatMap((record) => {
    const ids = new Set(openOf.get(record.sourceId)?.map(({ hubspotId }) => hubspotId));
    const candidates = record.candidates.filter(({ hubspotId }) => ids.has(hubspotId));
    return candidates.length === 0
      ? []
      : [{ ...record, phone: sharedPhone(record.phone, candidates), candidates }];
  });
  await tx.query(
    `insert into possible_duplicates (migration_id, source_id, kind, company_id, name, values, phone, candidates, candidate_ids)
     select $1, r.source_id, $3, $2, r.name, r.values::json, r.phone, r.candidates::json,
       array(select json_array_elements(r.candidates::json) ->> 'hubspotId')
     from unnest($4::text[], $5::text[], $6::text[], $7::text[], $8::text[]) as r(source_id, name, values, phone, candidates)
     on conflict (migration_id, source_id, kind) do nothing`,
    [
      id,
      company_id,
      kind,
      stored.map(({ sourceId }) => sourceId),
      stored.map(({ name }) => storableText(name)),
      stored.map(({ values }) => JSON.stringify(storable(values))),
      stored.map(({ phone }) => phone),
      stored.map(({ candidates }) =>
        JSON.stringify(candidates.map((one) => ({ ...one, values: storable(one.values) }))),
      ),
    ],
  );
}

const storable = (values: Candidate['values']): Candidate['values'] =>
  Object.fromEntries(Object.entries(values).map(([property, value]) => [property, storableText(value)]));

const sharedPhone = (phone: string | null, candidates: readonly Candidate[]): string | null =>
  candidates.some(({ likeness }) => likeness.includes('phone')) ? phone : null;

/** The current answer for the candidates in row `d`; a different set of candidates needs a new answer. */
const answerInForce = `left join lateral (
  select decision, hubspot_id, answered_by, answered_at from duplicate_answers
  where source_id = d.source_id and kind = d.kind and portal_id = $2 and company_id = $3
    and case decision when 'same' then hubspot_id = any (d.candidate_ids) else d.candidate_ids <@ declined end
  offset 0) a on true`;

/** How many possible duplicates of a dry run are unanswered, and how many are answered. */
export function countDuplicates(
  tx: Tx,
  { migrationId, portalId, companyId }: DuplicatesOf,
): Promise<Pick<AnswerOf<typeof listDuplicates>, 'open' | 'answered' | 'same'>> {
  return tx.one(
    `select (count(*) - count(a.decision))::integer as open, count(a.decision)::integer as answered,
       (count(*) filter (where a.decision = 'same'))::integer as same
     from possible_duplicates d ${answerInForce} where d.migration_id = $1`,
    [migrationId, portalId, companyId],
  );
}

/** Filters for the possible duplicates of a dry run. */
export interface DuplicatePage {
  readonly after?: RecordKey | null;
  readonly state?: 'open' | 'answered' | undefined;
  readonly phone?: string;
  readonly record?: RecordKey;
  readonly limit: number;
}

type DuplicateRow = Omit<Duplicate, 'answer' | 'openWithPhone'> &
  Pick<StoredAnswer, 'hubspotId'> & {
    readonly decision: StoredAnswer['decision'] | null;
    readonly by: string;
    readonly at: Date;
  };

/** At most `limit` possible duplicates, in the order of the records' ids. */
export async function duplicatesOf(
  tx: Tx,
  of: DuplicatesOf,
  { after = null, state, phone, record, limit }: DuplicatePage,
): Promise<Duplicate[]> {
  const { migrationId, portalId, companyId } = of;
  const rows = await tx.query<DuplicateRow>(
    `select d.kind, d.source_id as "sourceId", d.name, d.values, d.phone, d.candidates,
       a.decision, a.hubspot_id as "hubspotId", a.answered_by as by, a.answered_at as at
     from possible_duplicates d ${answerInForce}
     where d.migration_id = $1 and ($4::text is null or (d.source_id, d.kind) > ($4, $5))
       and ($6::text is null or ($6 = 'open') = (a.decision is null))
       and ($7::text is null or d.phone = $7)
       and ($8::text is null or (d.source_id = $8 and d.kind = $9))
     order by d.source_id, d.kind limit $10`,
    [
      migrationId,
      portalId,
      companyId,
      after?.sourceId ?? null,
      after?.kind ?? null,
      state ?? null,
      phone ?? null,
      record?.sourceId ?? null,
      record?.kind ?? null,
      limit,
    ],
  );
  const open = await openByPhone(tx, of, rows);
  return rows.map(({ decision, hubspotId, by, at, ...duplicate }) => ({
    ...duplicate,
    openWithPhone: open.get(duplicate.phone ?? '') ?? 0,
    answer: decision && { decision, hubspotId, by, at: at.toISOString() },
  }));
}

/** The number of unanswered records of the dry run for each of these phone numbers. */
async function openByPhone(
  tx: Tx,
  { migrationId, portalId, companyId }: DuplicatesOf,
  rows: readonly Pick<Duplicate, 'phone'>[],
): Promise<ReadonlyMap<string, number>> {
  const phones = [...new Set(rows.flatMap(({ phone }) => phone ?? []))];
  const counts = await tx.query<{ phone: string; open: number }>(
    `select d.phone, count(*)::integer as open from possible_duplicates d ${answerInForce}
     where d.migration_id = $1 and d.phone = any ($4::text[]) and a.decision is null group by d.phone`,
    [migrationId, portalId, companyId, phones],
  );
  return new Map(counts.map(({ phone, open }) => [phone, open]));
}
