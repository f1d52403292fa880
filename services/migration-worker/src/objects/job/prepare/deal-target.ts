import { dealProperties, jobType } from '@ridgeline/contracts';
import { hubspotTarget, type HubspotTarget } from '../../../hubspot-io/hubspot-target.ts';
import { followingMerges, mergedIdsProperty } from '../../../hubspot-io/merged-records.ts';
import type { HubspotAccess } from '../../../vendors/run-vendors.ts';
import { sendPastLag } from './option-lag.ts';

/** All that is written, where a deal stands, whether it is closed, and which deals were merged into it. */
const readProperties = [
  ...dealProperties.map(({ name }) => name),
  'pipeline',
  'dealstage',
  'hs_is_closed',
  mergedIdsProperty,
];

/**
 * HubSpot's deals as a run uses them. A deal that was merged into another one is read as what both became. Options that were
 * just added are given the time they take.
 */
export function dealTarget(hubspot: HubspotAccess): HubspotTarget {
  const target = hubspotTarget(hubspot, { type: jobType, readProperties });
  return {
    read: followingMerges(hubspot, target, { object: 'deals', properties: readProperties }),
    anySourceId: (signal) => target.anySourceId(signal),
    upsert: (inputs, signals) =>
      sendPastLag(hubspot, inputs, (some) => target.upsert(some, signals), signals),
    update: (inputs, signals) =>
      sendPastLag(hubspot, inputs, (some) => target.update(some, signals), signals),
    archive: (ids, signals) => target.archive(ids, signals),
  };
}
