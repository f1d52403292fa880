import { checkSampleSize, kindNamed } from '@ridgeline/contracts';
import { isUpdate, type CheckedRecord, type WrittenRecord } from '@ridgeline/contracts/internal';
import type { Tx } from '@ridgeline/postgres';
import { recordsInPlans } from '../plans/records-in-plans.postgres.ts';
import { writtenPlan } from '../undo/written-plans.ts';
import { writtenPage } from '../undo/written-records.postgres.ts';
import type { CheckPlace } from './check-lease.postgres.ts';

/** The maximum size of a sample's page: one call reads it. */
const samplePage = 100;

/** A kind whose records a migration created or changed, and how many. */
export interface WrittenKind {
  readonly kind: string;
  readonly count: number;
}

/** The kinds of which a migration created or changed records, in the order of their names. */
export function writtenKinds(tx: Tx, migrationId: number): Promise<WrittenKind[]> {
  return tx.query<WrittenKind>(
    `select kind, sum(count)::integer as count from outcome_counts
     where migration_id = $1 and outcome in ('created', 'updated') and count > 0 group by kind order by kind`,
    [migrationId],
  );
}

/** The records or the associations of what was written. */
export const partOf = (kinds: readonly WrittenKind[], part: CheckPlace['part']): readonly WrittenKind[] =>
  kinds.filter(({ kind }) => (kindNamed(kind)?.hubspotObject === null) === (part === 'associations'));

export const countOf = (kinds: readonly WrittenKind[]): number =>
  kinds.reduce((sum, { count }) => sum + count, 0);

/** A page of what a migration wrote, and the position after it; null: nothing is left of this part. */
export interface WrittenPart {
  readonly records: readonly CheckedRecord[];
  readonly next: CheckPlace | null;
}

/** Reads the next page of the part that the position is in. */
export function nextOfPart(
  tx: Tx,
  migrationId: number,
  { kinds, place, whole }: { kinds: readonly WrittenKind[]; place: CheckPlace; whole: boolean },
): Promise<WrittenPart> {
  const names = partOf(kinds, place.part).map(({ kind }) => kind);
  return whole ? nextBatch(tx, migrationId, names, place) : nextSampled(tx, migrationId, names, place);
}

/** All records: one batch of the current kind at a time, the last batch first. */
async function nextBatch(
  tx: Tx,
  migrationId: number,
  kinds: readonly string[],
  place: CheckPlace,
): Promise<WrittenPart> {
  const kind = place.kind ?? kinds[0];
  if (kind === undefined) return { records: [], next: null };
  const page = await writtenPage(tx, { migrationId, kind, before: place.before, batches: 1 });
  const records = page.records.flatMap((written) => checkedRecord(kind, written) ?? []);
  if (page.next !== null) return { records, next: { ...place, kind, before: page.next } };
  const following = kinds[kinds.indexOf(kind) + 1];
  return { records, next: following === undefined ? null : { ...place, kind: following, before: null } };
}

interface Sampled {
  readonly key: string;
  readonly kind: string;
  readonly sourceId: string;
  readonly hubspotId: string;
}

/**
 * The next page of a sample. Records are ordered by a hash that includes the migration's id, so that the order is random but
 * repeatable.
 */
async function nextSampled(
  tx: Tx,
  migrationId: number,
  kinds: readonly string[],
  place: CheckPlace,
): Promise<WrittenPart> {
  const limit = Math.min(samplePage, place.left);
  if (limit === 0 || kinds.length === 0) return { records: [], next: null };
  const rows = await tx.query<Sampled>(
    `select * from (
       select md5(concat_ws(' ', migration_id, kind, source_id)) as key, kind, source_id as "sourceId", hubspot_id as "hubspotId"
       from outcomes where migration_id = $1 and kind = any ($2::text[]) and outcome in ('created', 'updated')
         and hubspot_id is not null) o
     where key collate "C" > $3 order by key collate "C" limit $4`,
    [migrationId, kinds, place.after, limit],
  );
  const last = rows.at(-1);
  const records: CheckedRecord[] = [];
  for (const [kind, some] of Map.groupBy(rows, (row) => row.kind))
    records.push(...(await plannedAs(tx, migrationId, kind, some)));
  const left = place.left - rows.length;
  const isOver = !last || rows.length < limit || left === 0;
  return { records, next: isOver ? null : { ...place, after: last.key, left } };
}

/** These records as planned by the plans in force. */
async function plannedAs(
  tx: Tx,
  migrationId: number,
  kind: string,
  sampled: readonly Sampled[],
): Promise<CheckedRecord[]> {
  const sourceIds = sampled.map(({ sourceId }) => sourceId);
  const plans = Map.groupBy(
    await recordsInPlans(tx, { migrationId, kind, sourceIds }),
    ({ record }) => record.sourceId,
  );
  return sampled.flatMap(({ sourceId, hubspotId }) => {
    const [own, ...later] = plans.get(sourceId) ?? [];
    const plan =
      own &&
      writtenPlan(
        own.record,
        later.map(({ record }) => record),
      );
    if (!plan) return [];
    const outcome = { outcome: 'updated', hubspotId } as const;
    return checkedRecord(kind, { plan, outcome, plannedAt: own.plannedAt.toISOString() }) ?? [];
  });
}

function checkedRecord(kind: string, { plan, outcome, plannedAt }: WrittenRecord): CheckedRecord | null {
  const { hubspotId } = outcome;
  if (hubspotId === null) return null;
  const isAssociation = kindNamed(kind)?.hubspotObject === null;
  const values = isAssociation || plan.action === 'skip' ? {} : valuesOf(plan);
  return { kind, sourceId: plan.sourceId, hubspotId, values, writtenAt: plannedAt };
}

function valuesOf(plan: WrittenRecord['plan']): CheckedRecord['values'] {
  if (isUpdate(plan)) return plan.after;
  return plan.action === 'create' ? plan.properties : {};
}

/** The start of a check, and how much it covers. */
export function beginningOf(
  kinds: readonly WrittenKind[],
  whole: boolean,
): { readonly total: number; readonly place: CheckPlace } {
  const sizes = (['records', 'associations'] as const).map((part) => countOf(partOf(kinds, part)));
  const total = sizes.reduce((sum, size) => sum + (whole ? size : Math.min(size, checkSampleSize)), 0);
  return { total, place: startOf('records') };
}

/** The start of a part. */
export const startOf = (part: CheckPlace['part']): CheckPlace => ({
  part,
  after: '',
  left: checkSampleSize,
  kind: null,
  before: null,
});
