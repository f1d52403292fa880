import { isDeepStrictEqual } from 'node:util';
import type { BatchPlan, PlannedRecord, SentRecord } from '@ridgeline/contracts/internal';

/** The former names of `key` and `deferred`, from when only contacts were copied and only emails deferred. */
interface FormerWords {
  readonly email?: string;
  readonly withheld?: {
    readonly email: string;
    readonly name: string;
    readonly properties: Record<string, string>;
  };
}

/** A stored plan record, with the current or the former field names. */
export type StoredRecord = SentRecord & FormerWords;

/** Converts a stored plan to the current field names: a run in progress during an upgrade continues with its plans. */
export function readRecords(stored: readonly StoredRecord[]): PlannedRecord[] {
  return stored.map(({ email, withheld, ...record }) => ({
    ...record,
    name: record.name ?? '',
    ...(email === undefined ? {} : { key: email }),
    ...(withheld ? { deferred: inWordsOfToday(withheld) } : {}),
  }));
}

/**
 * A plan as it is stored: a record that a worker of the release before sent is stored as it came, digests are stored elsewhere,
 * and marks come with the report, so that an orchestrator of that release recognizes the plan when it is sent again.
 */
export const storedRecords = (records: readonly PlannedRecord[]): readonly StoredRecord[] =>
  records.map(withoutState).map(({ name, ...record }) => (name === '' ? record : { ...record, name }));

function withoutState(record: PlannedRecord): PlannedRecord {
  const stored = { ...record };
  delete stored.digest;
  delete stored.held;
  return stored;
}

function inWordsOfToday({ email, name, properties }: NonNullable<FormerWords['withheld']>) {
  return { property: 'email', value: email, name, properties };
}

/** A plan as it arrives. */
export type ArrivingPlan = Omit<BatchPlan, 'cursor'>;

/** The stored form of a plan. */
export type StoredPlan = Omit<ArrivingPlan, 'batch'> & { readonly done: boolean };

/** What to do with an arriving plan. */
export type PlanVerdict =
  | { readonly verdict: 'insert' }
  /** The same plan again, because its answer was lost: nothing changes. */
  | { readonly verdict: 'repeated' }
  | { readonly verdict: 'amend'; readonly records: readonly PlannedRecord[] }
  /** An earlier worker's report arrived late: there is nothing left to amend. */
  | { readonly verdict: 'counted' }
  | { readonly verdict: 'refuse'; readonly why: string };

const refuse = (why: string): PlanVerdict => ({ verdict: 'refuse', why });

/**
 * Batches are planned as 1..k without a gap, each first with revision 1. A later revision replaces records of the plan by
 * source id; it can neither add nor drop records, so that each record stays in exactly one batch.
 */
export function checkPlan(arriving: ArrivingPlan, stored: StoredPlan | null, lastBatch: number): PlanVerdict {
  const { batch, revision, records, kind, pass } = arriving;
  const ids = new Set(records.map((record) => record.sourceId));
  if (ids.size !== records.length) return refuse('A plan holds each source record once');
  if (!stored) {
    if (batch !== lastBatch + 1) return refuse(`Batch ${lastBatch + 1} must be planned first`);
    return revision === 1 ? { verdict: 'insert' } : refuse('A plan starts with revision 1');
  }
  if (kind !== stored.kind || pass !== stored.pass) return refuse('A batch is of one kind and one pass');
  if (revision === stored.revision && isRepetition(arriving, stored)) return { verdict: 'repeated' };
  if (stored.done) return { verdict: 'counted' };
  if (revision !== stored.revision + 1) return refuse(`Revision ${stored.revision + 1} is expected`);
  const known = new Set(stored.records.map((record) => record.sourceId));
  if (!ids.isSubsetOf(known)) return refuse('A revision amends records of its batch only');
  return { verdict: 'amend', records: amend(stored.records, records) };
}

function amend(stored: readonly PlannedRecord[], by: readonly PlannedRecord[]): PlannedRecord[] {
  const amended = new Map(by.map((record) => [record.sourceId, record]));
  return stored.map((record) => amended.get(record.sourceId) ?? record);
}

/** Whether the arriving plan equals the stored one: a first revision as a whole, a later one as the amendment that it was. */
function isRepetition({ revision, records }: ArrivingPlan, stored: StoredPlan): boolean {
  if (revision === 1)
    return (
      records.length === stored.records.length &&
      records.every((record, at) => isSame(record, stored.records[at]))
    );
  const known = new Map(stored.records.map((record) => [record.sourceId, record]));
  return records.every((record) => isSame(record, known.get(record.sourceId)));
}

/**
 * Whether an arriving record equals the stored one; an orchestrator of the previous release stored it without the fields
 * that it did not know.
 */
function isSame(arriving: PlannedRecord, stored: PlannedRecord | undefined): boolean {
  if (!stored) return false;
  if (isDeepStrictEqual(withoutState(arriving), stored)) return true;
  return stored.name === '' && isDeepStrictEqual(asBefore(withoutState(arriving)), asBefore(stored));
}

/** A record without the fields that the previous release drops: the name and the field at fault. */
const asBefore = ({ warnings, ...record }: PlannedRecord) => ({
  ...without(record, 'name', 'field'),
  warnings: warnings.map((warning) => without(warning, 'field')),
});

const without = (values: object, ...cut: readonly string[]): object =>
  Object.fromEntries(Object.entries(values).filter(([name]) => !cut.includes(name)));
