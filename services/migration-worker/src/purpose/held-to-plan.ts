import { kindNamed, propertyLabel } from '@ridgeline/contracts';
import {
  isCreate,
  isUpdate,
  isWrite,
  type PlannedRecord,
  type PlannedUpdate,
  type PlannedWrite,
} from '@ridgeline/contracts/internal';
import type { ReviewPlan } from '../pipeline/batch-planner.ts';

/** Answers how a dry run planned records of a kind; one that it did not plan is missing. */
export type ShownPlan = (kind: string, sourceIds: readonly string[]) => Promise<readonly PlannedRecord[]>;

/**
 * The review of a run that writes the plan of a dry run: what it would write otherwise than was shown is skipped, and says what
 * changed. A plan that writes nothing needs no review.
 */
export function heldToPlan(shownPlan: ShownPlan): ReviewPlan {
  return async (records, kind) => {
    const writes = records.filter(isWrite);
    if (writes.length === 0) return records;
    const shown = new Map(
      (
        await shownPlan(
          kind,
          writes.map(({ sourceId }) => sourceId),
        )
      ).map((record) => [record.sourceId, record]),
    );
    return records.map((record) =>
      isWrite(record) ? heldTo(shown.get(record.sourceId), record, kind) : record,
    );
  };
}

function heldTo(shown: PlannedRecord | undefined, now: PlannedWrite, kind: string): PlannedRecord {
  if (!shown)
    return skipped(now, 'not_in_plan', 'it is not in the plan; it was created or changed since then');
  const change = whatChanged(shown, now, kind);
  return change === null ? now : skipped(now, 'differs_from_plan', `differs from the plan: ${change}`);
}

/** The record keeps its unique value, so that no other one is planned with what the plan did not give it. */
function skipped(
  now: PlannedWrite,
  reason: 'not_in_plan' | 'differs_from_plan',
  message: string,
): PlannedRecord {
  const { sourceId, name, key, digest } = now;
  return {
    sourceId,
    name,
    warnings: [],
    ...(key === undefined ? {} : { key }),
    ...(digest === undefined ? {} : { digest }),
    action: 'skip',
    reason,
    message,
    // What refers to it is associated with the record that HubSpot has.
    ...(isUpdate(now) ? { standIn: now.hubspotId } : {}),
  };
}

/** How a record would be written otherwise than was shown, in words; null when it would not. */
function whatChanged(shown: PlannedRecord, now: PlannedWrite, kind: string): string | null {
  const noun = kindNamed(kind)?.hubspotNoun.one ?? 'record';
  if (isCreate(shown))
    return isCreate(now)
      ? changedValues({ before: {}, after: shown.properties }, { before: {}, after: now.properties }, kind)
      : `the plan creates it, and HubSpot has it now as the ${noun} ${now.hubspotId}`;
  if (!('hubspotId' in shown)) return `the plan does not copy it, and it would be ${now.action}d now`;
  if (isCreate(now))
    return `the plan has the HubSpot ${noun} ${shown.hubspotId}, and it would be created now`;
  if (shown.hubspotId !== now.hubspotId)
    return `the plan has the HubSpot ${noun} ${shown.hubspotId}, and it would be ${now.hubspotId} now`;
  return changedValues(isUpdate(shown) ? shown : { before: {}, after: {} }, now, kind);
}

/** So many changed values are listed; of the rest only the number. */
const maxTold = 3;

type Change = Pick<PlannedUpdate, 'before' | 'after'>;

function changedValues(shown: Change, now: Change, kind: string): string | null {
  const names = new Set([...Object.keys(shown.after), ...Object.keys(now.after)]);
  const changes = [...names].flatMap((name) => {
    const change = changedValue(name, shown, now);
    return change === null ? [] : `${propertyLabel(kind, name)} ${change}`;
  });
  if (changes.length === 0) return null;
  const more = changes.length > maxTold ? `; and ${String(changes.length - maxTold)} more` : '';
  return changes.slice(0, maxTold).join('; ') + more;
}

/** How one value would be written otherwise than was shown; null when it would not. */
function changedValue(name: string, shown: Change, now: Change): string | null {
  const [planned, written] = [shown.after[name], now.after[name]];
  const [had, has] = [shown.before[name] ?? '', now.before[name] ?? ''];
  if (planned === undefined) return `would be ${quoted(written)} now, and the plan does not change it`;
  if (written === undefined) return `would stay as it is in HubSpot, and the plan writes ${quoted(planned)}`;
  if (planned !== written) return `would be ${quoted(written)} now, and ${quoted(planned)} in the plan`;
  return had === has ? null : `is ${quoted(has)} in HubSpot now, and ${quoted(had)} in the plan`;
}

const maxQuoted = 60;

const quoted = (value = ''): string =>
  value === ''
    ? 'empty'
    : `"${value.length > maxQuoted ? `${value.slice(0, maxQuoted).toWellFormed()}…` : value}"`;
