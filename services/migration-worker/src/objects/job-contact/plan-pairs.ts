import type { SkipCode } from '@ridgeline/contracts';
import type { CountedReference, PlannedRecord, PlannedWrite } from '@ridgeline/contracts/internal';
import type {
  AssociationDirection,
  AssociationType,
  HubspotProblem,
  NamedAssociationType,
} from '@ridgeline/hubspot';
import { omit } from '../../base/collections.ts';
import type { AssociatedWith } from '../../hubspot-io/associations/associated-ids.ts';
import { goneLabelCode, type PlannedLabels } from '../../hubspot-io/associations/association-labels.ts';
import { pairId, pairIn } from '../../hubspot-io/associations/association-target.ts';
import {
  contactDeleted,
  contactNotInAcculynx,
  contactNotInHubspot,
  contactNotInHubspotAnyMore,
  labelGone,
  pairName,
} from './job-contact-messages.ts';

export const dealToContactPath: AssociationDirection = { from: 'deals', to: 'contacts' };

/** The label of a deal's first contact, in lower case. */
const names = ['primary', 'primary contact'];

/** The portal's own label for the first contact of a deal; null where it has none. */
export function primaryLabelIn(types: readonly NamedAssociationType[]): AssociationType | null {
  const label = types.find(
    (type) => type.category === 'USER_DEFINED' && names.includes(type.label?.trim().toLowerCase() ?? ''),
  );
  return label ? { category: 'USER_DEFINED', typeId: label.typeId } : null;
}

/** The input of planning the pairs of deals and contacts. */
export interface PairsQuestion {
  readonly references: readonly CountedReference[];
  /** The associations of the deals that existed before. */
  readonly present: ReadonlyMap<string, AssociatedWith>;
  readonly primaryLabel: AssociationType | null;
}

/**
 * The plan for each reference: create the association, leave it, or skip it because the contact is not in HubSpot. If a
 * primary contact lacks the portal's label, it is associated again, which adds the label, and the job's other contacts lose
 * it. No association is ever removed. Pure.
 */
export function planPairs(question: PairsQuestion): PlannedRecord[] {
  const byJob = Map.groupBy(question.references, ({ from }) => from.sourceId);
  return question.references.map((reference): PlannedRecord => {
    const { from, hubspotId: to, reason, displayName: contact = reference.sourceId } = reference;
    const about = { name: pairName(from.displayName, contact), warnings: [] };
    if (to === null)
      return {
        ...about,
        sourceId: `${from.sourceId}/${reference.sourceId}`,
        action: 'skip',
        ...whyWithout(reason),
      };
    const id = pairId({ from: from.hubspotId, to });
    const labels = plannedLabels({ ...reference, hubspotId: to }, byJob.get(from.sourceId) ?? [], question);
    const isThere = question.present.get(from.hubspotId)?.has(to) ?? false;
    const isLabelled = Object.keys(labels).length > 0;
    if (isThere && !isLabelled) return { ...about, sourceId: id, action: 'unchanged', hubspotId: id };
    const change = isLabelled ? { ...labels, present: String(isThere) } : {};
    return { ...about, sourceId: id, action: 'create', properties: { from: from.hubspotId, to, ...change } };
  });
}

/**
 * Updates planned pairs after others created associations: an existing pair whose labels do not change is left as it is.
 * Pure.
 */
export function withPresent(
  records: readonly PlannedRecord[],
  present: ReadonlyMap<string, AssociatedWith>,
): PlannedRecord[] {
  return records.map((record) => {
    if (record.action !== 'create') return record;
    const { sourceId, name, warnings, properties } = record;
    const { from, to } = pairIn(sourceId);
    const isThere = present.get(from)?.has(to) ?? false;
    if (properties['present'] !== undefined)
      return { ...record, properties: { ...properties, present: String(isThere) } };
    return isThere ? { sourceId, name, warnings, action: 'unchanged', hubspotId: sourceId } : record;
  });
}

/** Why a contact is not in HubSpot; `reason` is null where AccuLynx does not have it. */
function whyWithout(reason: string | null): { readonly reason: SkipCode; readonly message: string } {
  if (reason === null) return { reason: 'contact_not_in_acculynx', message: contactNotInAcculynx };
  return reason === contactDeleted
    ? { reason, message: contactNotInHubspotAnyMore }
    : { reason: 'contact_not_in_hubspot', message: contactNotInHubspot(reason) };
}

/**
 * The label changes for one reference. A deal has one primary contact: the job's other contacts lose the label, and with a
 * new primary contact all other contacts do. If users gave the label to a contact of their own, it keeps it.
 */
function plannedLabels(
  { from, hubspotId, isPrimary }: CountedReference & { readonly hubspotId: string },
  ofJob: readonly CountedReference[],
  { present, primaryLabel }: PairsQuestion,
): PlannedLabels {
  if (!primaryLabel) return {};
  const typeId = String(primaryLabel.typeId);
  const associated = present.get(from.hubspotId) ?? new Map<string, readonly AssociationType[]>();
  const holders = new Set(
    [...associated].flatMap(([id, types]) =>
      types.some((type) => type.typeId === primaryLabel.typeId) ? id : [],
    ),
  );
  const primaries = new Set(ofJob.flatMap((other) => (other.isPrimary ? (other.hubspotId ?? []) : [])));
  if (!isPrimary) {
    const isFormer = holders.has(hubspotId) && primaries.size > 0 && !primaries.has(hubspotId);
    return isFormer ? { unlabel: typeId, unlabelled: hubspotId } : {};
  }
  if (holders.has(hubspotId)) return {};
  const known = new Set(ofJob.map((other) => other.hubspotId));
  const outsiders = [...holders].filter((id) => !known.has(id));
  if (outsiders.length === 0) return { label: typeId };
  return associated.has(hubspotId) ? {} : { label: typeId, unlabel: typeId, unlabelled: outsiders.join(';') };
}

/** A pair whose label no longer exists is associated without it; any other rejection is final. */
export function replanPair(
  record: PlannedWrite,
  { properties }: HubspotProblem,
): Promise<PlannedRecord | null> {
  const isLabelGone = properties.some(({ code }) => code === goneLabelCode);
  if (record.action !== 'create' || !isLabelGone) return Promise.resolve(null);
  return Promise.resolve({
    ...record,
    warnings: [...record.warnings, labelGone],
    properties: omit(record.properties, 'label'),
  });
}
