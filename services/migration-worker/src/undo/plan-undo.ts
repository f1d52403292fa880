import type { PropertyDefinition, RecordKind } from '@ridgeline/contracts';
import type {
  PlannedCreate,
  PlannedRecord,
  PlannedUpdate,
  WrittenRecord,
} from '@ridgeline/contracts/internal';
import type { HubspotRecord } from '@ridgeline/hubspot';
import { comparable, type ValueForm } from '../hubspot-io/written-marks.ts';
import { tiesInWords, type Ties } from './ties.ts';
import { changedSince, inUse, merged, someChangedSince, thereBefore } from './undo-messages.ts';

/** What planning the undo of a kind needs. */
export interface UndoneKind {
  readonly type: RecordKind & { readonly properties?: readonly PropertyDefinition[] };
  /** The comparable form of values. */
  readonly form: ValueForm | undefined;
}

/** A written record in its current state in HubSpot. */
export interface FoundNow {
  /** Null if it is gone. A merged record has another id. */
  readonly current: HubspotRecord | null;
  /** What others have associated with it; only for created records. */
  readonly ties: Ties;
}

/**
 * The inverse of what was written to a record. A created record is archived, unless one of its written values has changed
 * since or it is in use. A changed value is restored if it is still the written one. The source id never counts as changed by
 * others: only we write it. Pure.
 */
export function planUndo(written: WrittenRecord, now: FoundNow, kind: UndoneKind): PlannedRecord {
  const { plan, outcome, plannedAt } = written;
  const { sourceId, name } = plan;
  const hubspotId = outcome.hubspotId ?? '';
  const about = { sourceId, name, warnings: [] };
  if (!now.current) return { ...about, action: 'unchanged', hubspotId };
  if (now.current.id !== hubspotId)
    return { ...about, action: 'skip', reason: 'changed_since', message: merged, standIn: now.current.id };
  if (plan.action === 'update') return setBack(plan, now.current, kind);
  if (plan.action === 'create' && wasThere(now.current, plannedAt))
    return { ...about, action: 'skip', reason: 'no_prior_value', message: thereBefore, standIn: hubspotId };
  if (plan.action === 'create') return archive(plan, { ...now, current: now.current }, kind);
  return { ...about, action: 'unchanged', hubspotId };
}

/** The clocks of two machines synchronized by network time differ by no more than this. */
const maxSkewMs = 5_000;

/**
 * Whether HubSpot had a record before its creation was planned: a record that HubSpot's search does not show yet is created
 * by its source id, which writes to the existing record.
 */
const wasThere = ({ createdAt }: HubspotRecord, plannedAt: string): boolean =>
  createdAt !== undefined && Date.parse(createdAt) < Date.parse(plannedAt) - maxSkewMs;

function archive(
  { sourceId, name, properties }: PlannedCreate,
  { current, ties }: FoundNow & { readonly current: HubspotRecord },
  kind: UndoneKind,
): PlannedRecord {
  // All properties that the kind writes, including those without a value when the record was created.
  const known = [
    ...Object.keys(properties),
    ...(kind.type.properties ?? []).map((property) => property.name),
  ];
  const changed = [...new Set(known)].filter(
    (property) =>
      property !== kind.type.sourceIdProperty &&
      !isValue(current, property, properties[property] ?? '', kind),
  );
  const about = { sourceId, name, warnings: [] };
  const spared = { ...about, action: 'skip', standIn: current.id } as const;
  if (changed.length > 0)
    return { ...spared, reason: 'changed_since', message: changedSince(labelsOf(changed, kind)) };
  if (ties.size > 0) return { ...spared, reason: 'in_use_by_others', message: inUse(tiesInWords(ties)) };
  return { ...about, action: 'archive', hubspotId: current.id };
}

function setBack(
  { sourceId, name, before, after }: PlannedUpdate,
  current: HubspotRecord,
  kind: UndoneKind,
): PlannedRecord {
  const { sourceIdProperty } = kind.type;
  const open = Object.entries(after)
    .map(([property, value]) => ({ property, value, former: before[property] ?? '' }))
    .filter(({ property, former }) => !isValue(current, property, former, kind));
  const ours = open.filter(({ property, value }) => isValue(current, property, value, kind));
  const changed = open.flatMap((one) =>
    ours.includes(one) || one.property === sourceIdProperty ? [] : one.property,
  );
  const about = { sourceId, name, warnings: [] };
  const labels = labelsOf(changed, kind);
  const setsBack = ours.some(({ property }) => property !== sourceIdProperty);
  if (changed.length > 0 && !setsBack)
    return {
      ...about,
      action: 'skip',
      reason: 'changed_since',
      message: changedSince(labels),
      standIn: current.id,
    };
  if (ours.length === 0) return { ...about, action: 'unchanged', hubspotId: current.id };
  return {
    ...about,
    action: 'update',
    hubspotId: current.id,
    warnings: changed.length > 0 ? [someChangedSince(labels)] : [],
    before: Object.fromEntries(ours.map(({ property }) => [property, current.properties[property] ?? null])),
    after: Object.fromEntries(ours.map(({ property, former }) => [property, former])),
  };
}

/** Whether a record has this value, in the comparable form of its kind. */
function isValue(
  { properties }: HubspotRecord,
  property: string,
  value: string,
  { form }: UndoneKind,
): boolean {
  // Values that belong to HubSpot once set have no form.
  const compared = (one: string): string => form?.(property, one) ?? comparable(one);
  return compared(properties[property] ?? '') === compared(value);
}

const labelsOf = (names: readonly string[], { type: { properties = [] } }: UndoneKind): readonly string[] =>
  names.map((name) => properties.find((property) => property.name === name)?.label ?? name);
