import type { PlannedRecord, WrittenRecord } from '@ridgeline/contracts/internal';
import type { Tx } from '@ridgeline/postgres';
import { readRecords, type StoredRecord } from '../plans/plan-revision.ts';
import { writtenPlan } from './written-plans.ts';

/** Batches per page: a thousand records, or some megabytes of associations. */
const batchesPerPage = 10;

/** Which of a migration's records are requested: of one kind, and of batches before this one. */
export interface WrittenQuestion {
  /** The migration that wrote them. */
  readonly migrationId: number;
  readonly kind: string;
  /** Null: from the last batch on. */
  readonly before: number | null;
  /** Batches per page. */
  readonly batches?: number;
}

/** What a migration created or changed, a page at a time, the last batch first. */
export interface WrittenPage {
  readonly records: readonly WrittenRecord[];
  readonly next: number | null;
}

/** Reads a page, without records that have no outcome or that the migration left unchanged. */
export async function writtenPage(tx: Tx, question: WrittenQuestion): Promise<WrittenPage> {
  const { migrationId, kind, before, batches: size = batchesPerPage } = question;
  const batches = await tx.query<{ batch: number; records: StoredRecord[]; planned_at: Date }>(
    `select batch, records, planned_at from batches
     where migration_id = $1 and kind = $2 and pass = 'records' and done_at is not null and ($3::integer is null or batch < $3)
     order by batch desc limit $4`,
    [migrationId, kind, before, size],
  );
  const planned = batches.flatMap(({ records, planned_at }) =>
    readRecords(records).map((own) => ({ own, plannedAt: planned_at.toISOString() })),
  );
  const ids = planned.map(({ own }) => own.sourceId);
  const [ends, later] = [await endsOf(tx, question, ids), await laterPlans(tx, question, ids)];
  return {
    records: planned.flatMap(({ own, plannedAt }): WrittenRecord[] => {
      const outcome = ends.get(own.sourceId);
      const plan = outcome && writtenPlan(own, later.get(own.sourceId) ?? []);
      return plan ? [{ plan, outcome, plannedAt }] : [];
    }),
    next: batches.length < size ? null : (batches.at(-1)?.batch ?? null),
  };
}

/** The outcomes of the written records, each looked up by its full key. */
async function endsOf(
  tx: Tx,
  { migrationId, kind }: WrittenQuestion,
  ids: readonly string[],
): Promise<ReadonlyMap<string, WrittenRecord['outcome']>> {
  const rows = await tx.query<WrittenRecord['outcome'] & { readonly sourceId: string }>(
    `select r.source_id as "sourceId", o.outcome, o.hubspot_id as "hubspotId" from unnest($3::text[]) as r(source_id)
     cross join lateral (
       select outcome, hubspot_id from outcomes
       where migration_id = $1 and source_id = r.source_id and kind = $2 offset 0) o
     where o.outcome in ('created', 'updated') and o.hubspot_id is not null`,
    [migrationId, kind, ids],
  );
  return new Map(rows.map(({ sourceId, ...end }) => [sourceId, end]));
}

/** Changes that later passes planned for these records and HubSpot accepted, in batch order. */
async function laterPlans(
  tx: Tx,
  { migrationId, kind }: WrittenQuestion,
  ids: readonly string[],
): Promise<ReadonlyMap<string, readonly PlannedRecord[]>> {
  const rows = await tx.query<{ record: StoredRecord }>(
    `select p.record from batches b cross join lateral json_array_elements(b.records) as p(record)
     where b.migration_id = $1 and b.kind = $2 and b.pass = 'settle' and b.done_at is not null
       and p.record ->> 'sourceId' = any ($3::text[])
       and not exists (select from deferred_values d
         where d.source_id = p.record ->> 'sourceId' and d.migration_id = $1 and d.kind = $2 and d.given_in = b.batch
           and d.state = 'refused')
     order by b.batch`,
    [migrationId, kind, ids],
  );
  return Map.groupBy(readRecords(rows.map(({ record }) => record)), ({ sourceId }) => sourceId);
}

/** How many records of a kind a migration created or changed. */
export async function countWritten(
  tx: Tx,
  { migrationId, kind }: Pick<WrittenQuestion, 'migrationId' | 'kind'>,
): Promise<number> {
  const { count } = await tx.one<{ count: number }>(
    `select coalesce(sum(count), 0)::integer as count from outcome_counts
     where migration_id = $1 and kind = $2 and outcome in ('created', 'updated')`,
    [migrationId, kind],
  );
  return count;
}

/** Whether a migration or an undo changed anything in HubSpot, of any kind, and its plans are kept. */
export async function hasWritten(tx: Tx, migrationId: number): Promise<boolean> {
  const { written } = await tx.one<{ written: boolean }>(
    `select exists (select from outcome_counts
         where migration_id = $1 and outcome in ('created', 'updated', 'removed') and count > 0)
       and exists (select from batches where migration_id = $1) as written`,
    [migrationId],
  );
  return written;
}

/** Whether a migration's connection now leads to another portal than that of the migration that it follows on. */
export async function leadsToOtherPortal(tx: Tx, migrationId: number): Promise<boolean> {
  const { other } = await tx.one<{ other: boolean }>(
    `select m.hubspot_portal_id is distinct from f.hubspot_portal_id as other
     from migrations m join migrations f on f.id = m.follows where m.id = $1`,
    [migrationId],
  );
  return other;
}
