import type { PlannedRecord, WrittenRecord } from '@ridgeline/contracts/internal';
import { labelsUndone, madeAssociation } from '../hubspot-io/associations/association-labels.ts';
import { pairId, pairIn } from '../hubspot-io/associations/association-target.ts';
import type { UndoneSoFar } from './followed-writes.ts';
import { endSpared, notKnownBefore } from './undo-messages.ts';

/**
 * An association is removed, unless the record that it leads from is spared; it disappears with a removed record. `own` is
 * the kind of that record. A pair that existed before gets its labels back. Pure.
 */
export function planAssociation(
  { plan, outcome }: WrittenRecord,
  own: string,
  soFar: UndoneSoFar,
): readonly PlannedRecord[] {
  const { sourceId, name } = plan;
  const hubspotId = outcome.hubspotId ?? '';
  const { from } = pairIn(hubspotId);
  const about = { sourceId, name, warnings: [] };
  if (soFar.hasRemoved(own, from)) return [{ ...about, action: 'archive', hubspotId, goneWith: from }];
  const spared = { ...about, action: 'skip', standIn: hubspotId } as const;
  if (soFar.hasSpared(own, from)) return [{ ...spared, reason: 'in_use_by_others', message: endSpared }];
  const change = plan.action === 'create' ? plan.properties : {};
  const isOurs = madeAssociation(change);
  if (isOurs === 'unknown') return [{ ...spared, reason: 'no_prior_value', message: notKnownBefore }];
  const labels = labelsUndone(change).map((properties): PlannedRecord => ({
    ...about,
    sourceId: pairId(properties),
    action: 'create',
    properties: { ...properties },
  }));
  return isOurs ? [{ ...about, action: 'archive', hubspotId }, ...labels] : labels;
}
