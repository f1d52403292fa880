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

/** What the kind of a record says to its undo. */
export interface UndoneKind {
  readonly type: RecordKind & { readonly properties?: readonly PropertyDefinition[] };
  /** The form in which values compare. */
  readonly form: ValueForm | undefined;
}

/** A written record as it is in HubSpot now. */
export interface FoundNow {
  /** Null where it is gone. One that was merged has another id. */
  readonly current: HubspotRecord | null;
  /** What others have tied to it; of a record that was created only. */
  readonly ties: Ties;
}

/**
 * The inverse of what was written to a record. A record that was created is archived, unless a value that it was given is another
 * one by now or it is in use; a value that was changed is set back where it is still what was written. The source id does not
 * count as changed by others: only we write it. Pure.
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

/** Two clocks that are set by the time of the network are no further apart. */
const maxSkewMs = 5_000;

/**
 * Whether HubSpot had a record before its creation was planned: what HubSpot's search does not show yet is created by its source
 * id, and written to the record that has it.
 */
const wasThere = ({ createdAt }: HubspotRecord, plannedAt: string): boolean =>
  createdAt !== undefined && Date.parse(createdAt) < Date.parse(plannedAt) - maxSkewMs;

function archive(
  { sourceId, name, properties }: PlannedCreate,
  { current, ties }: FoundNow & { readonly current: HubspotRecord },
  kind: UndoneKind,
): PlannedRecord {
  // Of what the kind writes, also what the record was created without.
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

/** Whether a record has this value, in the form in which values of its kind compare. */
function isValue(
  { properties }: HubspotRecord,
  property: string,
  value: string,
  { form }: UndoneKind,
): boolean {
  // What is HubSpot's own once it is set has no form.
  const compared = (one: string): string => form?.(property, one) ?? comparable(one);
  return compared(properties[property] ?? '') === compared(value);
}

const labelsOf = (names: readonly string[], { type: { properties = [] } }: UndoneKind): readonly string[] =>
  names.map((name) => properties.find((property) => property.name === name)?.label ?? name);
