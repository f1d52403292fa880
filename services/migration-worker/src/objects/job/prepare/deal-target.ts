import { dealProperties, jobType } from '@ridgeline/contracts';
import { hubspotTarget, type HubspotTarget } from '../../../hubspot-io/hubspot-target.ts';
import { followingMerges, mergedIdsProperty } from '../../../hubspot-io/merged-records.ts';
import type { HubspotAccess } from '../../../vendors/run-vendors.ts';
import { sendPastLag } from './option-lag.ts';

/** All written properties, the stage, whether the deal is closed, and the deals that were merged into it. */
const readProperties = [
  ...dealProperties.map(({ name }) => name),
  'pipeline',
  'dealstage',
  'hs_is_closed',
  mergedIdsProperty,
];

/**
 * HubSpot's deals as a run uses them. For a merged deal, the resulting deal is read. New options are given the time that
 * HubSpot needs to accept them.
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
