import type { CountedReference } from '@ridgeline/contracts/internal';
import type { AssociationType } from '@ridgeline/hubspot';
import type { AssociatedWith } from '../../hubspot-io/associated-ids.ts';
import { pairId } from '../../hubspot-io/association-target.ts';
import type { PlannedRecord } from '../../plans/planned-record.ts';
import { contactNotInAcculynx, contactNotInHubspot, pairName } from './job-contact-messages.ts';

/** What decides about the pairs of deals and contacts. */
export interface PairsQuestion {
  readonly references: readonly CountedReference[];
  /** What the deals that were there before are associated with. */
  readonly present: ReadonlyMap<string, AssociatedWith>;
  readonly primaryLabel: AssociationType | null;
}

/**
 * What is done for each reference: it is made, it is there, or the contact is not in HubSpot. A primary contact that lacks
 * the portal's label is associated once more, which adds it. What stands in HubSpot besides is never taken away. Pure.
 */
export function planPairs({ references, present, primaryLabel }: PairsQuestion): PlannedRecord[] {
  return references.map((reference): PlannedRecord => {
    const { from, hubspotId: to, isPrimary, reason, displayName: contact = reference.sourceId } = reference;
    if (to === null)
      return {
        sourceId: `${from.sourceId}/${reference.sourceId}`,
        warnings: [],
        action: 'skip',
        ...(reason === null
          ? { reason: 'contact_not_in_acculynx', message: contactNotInAcculynx(from.displayName, contact) }
          : {
              reason: 'contact_not_in_hubspot',
              message: contactNotInHubspot(from.displayName, contact, reason),
            }),
      };
    const id = pairId({ from: from.hubspotId, to });
    const about = { sourceId: id, warnings: [], displayName: pairName(from.displayName, contact) };
    const label = isPrimary ? primaryLabel : null;
    const types = present.get(from.hubspotId)?.get(to);
    const isThere = types && (!label || types.some(({ typeId }) => typeId === label.typeId));
    if (isThere) return { ...about, action: 'unchanged', hubspotId: id };
    const properties = { from: from.hubspotId, to, ...(label ? { label: String(label.typeId) } : {}) };
    return { ...about, action: 'create', properties };
  });
}
