import { kindNamed, propertyLabel, type RecordChanges, type ValueChange } from '@ridgeline/contracts';
import { isCreate, isUpdate, type PlannedRecord } from '@ridgeline/contracts/internal';
import type { Tx } from '@ridgeline/postgres';
import { recordsInPlans, type RecordInPlan } from '../plans/records-in-plans.postgres.ts';
import { recordPage, type RecordPage, type RecordRow } from './record-page.postgres.ts';

/** A record with its position, for the next page. */
export interface PlacedRecord {
  readonly place: Pick<RecordRow, 'batch' | 'sourceId'>;
  readonly record: RecordChanges;
}

/** A page of records, each with its values before and after. */
export async function changedRecords(tx: Tx, page: RecordPage): Promise<PlacedRecord[]> {
  return withPlans(tx, page, await recordPage(tx, page));
}

/** These records of one kind of a migration, each with its values before and after. */
export async function withPlans(
  tx: Tx,
  { migrationId, kind }: Pick<RecordPage, 'migrationId' | 'kind'>,
  rows: readonly RecordRow[],
): Promise<PlacedRecord[]> {
  if (rows.length === 0) return [];
  const sourceIds = rows.map(({ sourceId }) => sourceId);
  const plans = Map.groupBy(
    await recordsInPlans(tx, { migrationId, kind, sourceIds }),
    ({ record }) => record.sourceId,
  );
  return rows.map(({ batch, ...outcome }) => ({
    place: { batch, sourceId: outcome.sourceId },
    record: withChanges(outcome, plans.get(outcome.sourceId) ?? []),
  }));
}

/**
 * What a record's consecutive plans write; for a failed record, what was to be written. Associations have no values of their
 * own.
 */
function withChanges(outcome: Omit<RecordRow, 'batch'>, plans: readonly RecordInPlan[]): RecordChanges {
  const kind = kindNamed(outcome.kind);
  const changes = kind?.hubspotObject === null ? [] : changesOf(outcome.kind, plans);
  const isCopied = outcome.outcome !== 'failed' && outcome.outcome !== 'skipped';
  const isSettled = plans.some(({ pass }) => pass === 'settle');
  const warnings = plans
    .flatMap(({ pass, record }) => (isCopied && pass === 'records' ? record.warnings : []))
    // A warning about a deferred value no longer applies once the value was given.
    .filter(({ code }) => !isSettled || kind?.reasons.warned[code]?.deferred !== true);
  return { ...outcome, changes, warnings: warnings.map(({ code, message }) => ({ code, message })) };
}

/** The combined changes of a record's consecutive plans. */
export function changesOf(kind: string, plans: readonly RecordInPlan[]): ValueChange[] {
  const changes = new Map<string, ValueChange>();
  for (const { before, after } of plans.map(({ record }) => writtenBy(record)))
    for (const [property, value] of Object.entries(after)) {
      const first = changes.get(property);
      const had = first ? first.before : (before[property] ?? null);
      changes.set(property, { property, label: propertyLabel(kind, property), before: had, after: value });
    }
  return [...changes.values()];
}

type Written = Pick<Extract<PlannedRecord, { action: 'update' }>, 'before' | 'after'>;

function writtenBy(record: PlannedRecord): Written {
  if (isUpdate(record)) return record;
  return { before: {}, after: isCreate(record) ? record.properties : {} };
}
