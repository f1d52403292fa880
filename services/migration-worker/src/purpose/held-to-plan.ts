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

/** Returns how a dry run planned records of a kind; records without a plan are missing. */
export type ShownPlan = (kind: string, sourceIds: readonly string[]) => Promise<readonly PlannedRecord[]>;

/**
 * The review for a run of a dry run's plan: a write that differs from what was shown is skipped, with a message about what
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

/** The record keeps its unique value, so that no other record is given it against the plan. */
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
    // References to the record are associated with the existing HubSpot record.
    ...(isUpdate(now) ? { standIn: now.hubspotId } : {}),
  };
}

/** In words, how the write would differ from what was shown; null if it would not. */
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

/** How many changed values are listed; the rest is only counted. */
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

/** In words, how the write of one value would differ from what was shown; null if it would not. */
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
